import { config } from "~/config/config.server";
import { textFile } from "~/http/text-response.server";

/** Modals and sent pages carry noindex, which crawlers see only if they may fetch them. */
export function loader() {
  const sitemap = config.siteUrlGiven ? `\nSitemap: ${config.siteOrigin}/sitemap.xml\n` : "";
  return textFile(`User-agent: *\nDisallow:\n${sitemap}`, "text/plain");
}
