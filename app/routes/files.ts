import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { DESCRIPTIONS } from "~/contractor/search.server";
import { pageColor } from "~/document/inline-css.server";
import { normalizePath } from "~/http/request-line.server";
import { PAGES } from "~/urls/pages";

const { business, placeholders, siteOrigin, siteUrlGiven } = config;

/** RFC 9116 recommends less than a year. Counted from the start of the process. */
const EXPIRES = new Date(Date.now() + 364 * 86_400_000).toISOString();
const urls = PAGES.map(({ path }) => `  <url><loc>${siteOrigin}${path}</loc></url>\n`).join("");

/** Type and text of each file. `false` if a setting that it needs is missing. */
const FILES: Record<string, [type: string, text: string | false]> = {
  // Nothing is disallowed: crawlers must fetch modals and result pages to see their noindex.
  "/robots.txt": [
    "text/plain",
    `User-agent: *\nDisallow:\n${siteUrlGiven ? `\nSitemap: ${siteOrigin}/sitemap.xml\n` : ""}`,
  ],
  // No `lastmod`: the dates are unknown, and search engines ignore a site's dates once some are wrong.
  "/sitemap.xml": [
    "application/xml",
    siteUrlGiven &&
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
  ],
  "/.well-known/security.txt": [
    "text/plain",
    !placeholders.includes("BUSINESS_EMAIL") &&
      `Contact: mailto:${business.email}\nExpires: ${EXPIRES}\nPreferred-Languages: en\n${siteUrlGiven ? `Canonical: ${siteOrigin}/.well-known/security.txt\n` : ""}`,
  ],
  // For visitors who add the site to a home screen.
  "/site.webmanifest": [
    "application/manifest+json",
    JSON.stringify({
      id: "/",
      name: business.name,
      short_name: business.name,
      description: DESCRIPTIONS["/"],
      lang: "en-US",
      start_url: "/",
      display: "browser",
      background_color: pageColor,
      theme_color: pageColor,
      icons: ["any", "maskable"].flatMap((purpose) =>
        [192, 512].map((size) => ({
          src: `/${purpose === "any" ? "icon" : purpose}-${size}.png`,
          sizes: `${size}x${size}`,
          type: "image/png",
          purpose,
        })),
      ),
    }),
  ],
};

/** The files change only with a restart. */
export function loader({ request }: LoaderFunctionArgs) {
  const [type, text] = FILES[normalizePath(new URL(request.url).pathname)] ?? [];
  if (!text) return new Response("Not found\n", { status: 404 });
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" };
  return new Response(text, { headers });
}
