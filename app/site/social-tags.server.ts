import { config } from "~/config/config.server";
import { DESCRIPTIONS, pageAt } from "~/site/pages";
import { isQuotePath, pageBehind } from "~/site/quote-urls";

/** A `meta` element's attributes. */
type Tag = { name?: string; property?: string; content: string };

/**
 * A page's description and its link preview: Open Graph, and the one tag that Twitter does not take from it. A modal has
 * its own title and the rest of the page behind it. Previews need absolute URLs, so those tags are left out while the
 * site's own origin is unknown.
 */
export function socialTags(pathname: string): Tag[] {
  const { business, siteOrigin, siteUrlGiven } = config;
  const page = pageAt(pageBehind(pathname));
  if (!page) return [];
  const description = DESCRIPTIONS[page.path];
  const openGraph = (name: string, content: string): Tag => ({ property: `og:${name}`, content });
  return [
    { name: "description", content: description },
    openGraph("type", "website"),
    openGraph("locale", "en_US"),
    openGraph("site_name", business.name),
    openGraph("title", isQuotePath(pathname) ? "Get Your Free Quote" : page.title),
    openGraph("description", description),
    ...(siteUrlGiven
      ? [
          openGraph("url", siteOrigin + pathname),
          openGraph("image", `${siteOrigin}/og.jpg`),
          openGraph("image:width", "1200"),
          openGraph("image:height", "630"),
          openGraph(
            "image:alt",
            "Model of a building site in cut-away ground. Excavation and site preparation, Southwest Michigan.",
          ),
        ]
      : []),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}
