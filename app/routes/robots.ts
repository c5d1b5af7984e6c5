import { config } from "~/config/config.server";
import { textFile } from "~/http/text-response.server";

/**
 * For search engines. Everything may be read: modals and sent pages say themselves that they are not to be listed, and
 * would not be heard where they may not be read.
 */
export function loader() {
  const sitemap = config.siteUrlGiven ? `\nSitemap: ${config.siteOrigin}/sitemap.xml\n` : "";
  return textFile(`User-agent: *\nDisallow:\n${sitemap}`, "text/plain");
}
