import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { SiteFacts } from "~/site/business";

/** What search engines show of a title, in characters. */
const TITLE_LENGTH = 60;

/** "Title | company"; where that is longer than what is shown of it, the title alone. */
export function fullTitle(title: string, company: string | undefined): string {
  const full = `${title} | ${company}`;
  return company && full.length <= TITLE_LENGTH ? full : title;
}

/** A document's title; the company's name comes from the root loader. */
export const titleMeta =
  (title: string) =>
  ({ matches }: MetaArgs): MetaDescriptor[] => {
    const root = matches.find(({ id }) => id === "root")?.data as SiteFacts | undefined;
    return [{ title: fullTitle(title, root?.business.name) }];
  };
