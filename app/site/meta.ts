import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { SiteFacts } from "~/site/business";
import { type Page, pageAt } from "~/site/pages";

/** What search engines show of a title, in characters. */
const TITLE_LENGTH = 60;

const factsOf = ({ matches }: MetaArgs) =>
  matches.find(({ id }) => id === "root")?.data as SiteFacts | undefined;

/** "Title | company"; where that is longer than what is shown of it, the title alone. */
export function fullTitle(title: string, company: string | undefined): string {
  const full = `${title} | ${company}`;
  return company && full.length <= TITLE_LENGTH ? full : title;
}

/** The title of what is no page of its own: a modal, an address where nothing is. */
export const titleMeta =
  (title: string) =>
  (args: MetaArgs): MetaDescriptor[] => [{ title: fullTitle(title, factsOf(args)?.business.name) }];

/** A page's title and description, and what is shown of it where somebody shares its address. */
export function pageMeta(path: Page["path"]) {
  const { title = "", description = "" } = pageAt(path) ?? {};
  return (args: MetaArgs): MetaDescriptor[] => {
    const facts = factsOf(args);
    const meta = [...titleMeta(title)(args), { name: "description", content: description }];
    return facts ? [...meta, ...sharing(path, title, description, facts)] : meta;
  };
}

/** Open Graph, and the one tag that Twitter does not take from it. Pictures and addresses must be whole addresses. */
function sharing(path: string, title: string, description: string, facts: SiteFacts): MetaDescriptor[] {
  const { siteOrigin, business } = facts;
  const open = (name: string, content: string) => ({ property: `og:${name}`, content });
  return [
    open("type", "website"),
    open("locale", "en_US"),
    open("site_name", business.name),
    open("title", title),
    open("description", description),
    ...(siteOrigin
      ? [
          open("url", siteOrigin + path),
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
