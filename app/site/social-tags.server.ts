import type { Config } from "~/config/config.server";
import { type PagePath, pageAt } from "~/site/pages";
import { isQuotePath, pageBehind } from "~/site/quote-urls";

/** What search engines show of a page under its title: no two alike, at most 155 characters. */
export const DESCRIPTIONS: Record<PagePath, string> = {
  "/": "Septic systems, basements, pools, driveways, GPS dozer work and snow plowing in Southwest Michigan. Family business since 1991. Free quotes.",
  "/about":
    "A three-generation family excavation business in Southwest Michigan, founded in 1991. How we work and how we deal with you.",
  "/services":
    "Septic systems and drain fields, basement and pool excavation, driveways, dozer work and snow plowing around Battle Creek, Coldwater and Union City.",
  "/contact":
    "Tell us about your project in Southwest Michigan: send a request for a free quote, or call Monday-Friday 8am-5pm. What Michigan asks before digging.",
  "/privacy-policy": "What this website learns about you, what we do with it, and how we look after it.",
  "/terms-of-service":
    "The terms for using this website and for the work we do: quotes, payment, changes and timelines.",
};

/** A `meta` element's attributes. */
export type Tag = { name?: string; property?: string; content: string };

/**
 * A page's description, and what is shown of it where somebody shares its address: Open Graph, and the one tag that
 * Twitter does not take from it. The modal's address is shared, too, when an owner posts "ask for a quote"; but for its
 * title it says what the page behind says. Pictures and addresses must be whole addresses, so they are only there where
 * the site's own is known.
 */
export function socialTags(
  pathname: string,
  settings: Pick<Config, "business" | "siteOrigin" | "siteUrlGiven">,
) {
  const page = pageAt(pageBehind(pathname));
  if (!page) return [];
  const title = isQuotePath(pathname) ? "Get Your Free Quote" : page.title;
  const { business, siteOrigin, siteUrlGiven } = settings;
  const description = DESCRIPTIONS[page.path];
  const open = (name: string, content: string): Tag => ({ property: `og:${name}`, content });
  return [
    { name: "description", content: description },
    open("type", "website"),
    open("locale", "en_US"),
    open("site_name", business.name),
    open("title", title),
    open("description", description),
    ...(siteUrlGiven
      ? [
          open("url", siteOrigin + pathname),
          open("image", `${siteOrigin}/og.jpg`),
          open("image:width", "1200"),
          open("image:height", "630"),
          open(
            "image:alt",
            "Model of a building site in cut-away ground. Excavation and site preparation, Southwest Michigan.",
          ),
        ]
      : []),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
