import { config } from "~/config/config.server";
import { noFile, textFile } from "~/http/text-response.server";
import { PAGES } from "~/site/pages";

/**
 * The pages by their full URLs, so only if SITE_URL is set. No `lastmod`: nobody keeps such dates, and a
 * made-up one makes search engines ignore them all.
 */
export function loader() {
  if (!config.siteUrlGiven) return noFile();
  const urls = PAGES.map(({ path }) => `  <url><loc>${config.siteOrigin}${path}</loc></url>\n`).join("");
  return textFile(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
    "application/xml",
  );
}
