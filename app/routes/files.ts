import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { DESCRIPTIONS } from "~/contractor/search.server";
import { pageColor } from "~/document/inline-css.server";
import { normalizePath } from "~/http/request-line.server";
import { PAGES } from "~/urls/pages";

const { business, placeholders, siteOrigin, siteUrlGiven } = config;

/** RFC 9116 wants less than a year. It counts from the start of the process. */
const EXPIRES = new Date(Date.now() + 364 * 86_400_000).toISOString();
const urls = PAGES.map(({ path }) => `  <url><loc>${siteOrigin}${path}</loc></url>\n`).join("");

/** Files for programs: the type and text of each. No text where the settings say too little for the file. */
const FILES: Record<string, [type: string, text: string | false]> = {
  // Modals and sent pages carry noindex, which crawlers see only if they may fetch them.
  "/robots.txt": [
    "text/plain",
    `User-agent: *\nDisallow:\n${siteUrlGiven ? `\nSitemap: ${siteOrigin}/sitemap.xml\n` : ""}`,
  ],
  // No `lastmod`: nobody keeps such dates, and a made-up one makes search engines ignore them all.
  "/sitemap.xml": [
    "application/xml",
    siteUrlGiven &&
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`,
  ],
  // Where to report a vulnerability.
  "/.well-known/security.txt": [
    "text/plain",
    !placeholders.includes("BUSINESS_EMAIL") &&
      `Contact: mailto:${business.email}\nExpires: ${EXPIRES}\nPreferred-Languages: en\n${siteUrlGiven ? `Canonical: ${siteOrigin}/.well-known/security.txt\n` : ""}`,
  ],
  // For visitors who add the site to a home screen. It stays a website, with the browser's own bars.
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

/** They stay the same until the next start, so they may be cached for an hour. */
export function loader({ request }: LoaderFunctionArgs) {
  const [type, text] = FILES[normalizePath(new URL(request.url).pathname)] ?? [];
  if (!text) return new Response("Not found\n", { status: 404 });
  const headers = { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=3600" };
  return new Response(text, { headers });
}
