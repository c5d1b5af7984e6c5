import { config } from "~/server/config.server";
import { textFile } from "~/site/text-file.server";

/**
 * For search engines. Everything may be read: modals and sent pages say themselves that they are not to be listed, and
 * would not be heard where they may not be read.
 */
export function loader() {
  const sitemap = config.siteUrlGiven ? `\nSitemap: ${config.siteOrigin}/sitemap.xml\n` : "";
  return textFile(`User-agent: *\nDisallow:\n${sitemap}`, "text/plain");
}
