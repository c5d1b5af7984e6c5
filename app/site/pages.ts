import type { MetaArgs, MetaDescriptor } from "@remix-run/react";
import type { SiteFacts } from "~/site/business";

/**
 * Every page of the site, as remix.config.js mounts them; the first four are the main navigation. No two titles are
 * alike.
 */
export const PAGES = [
  {
    path: "/",
    label: "Home",
    title: "Excavation in Southwest Michigan",
  },
  {
    path: "/about",
    label: "About",
    title: "About Us",
  },
  {
    path: "/services",
    label: "Services",
    title: "Excavation Services",
  },
  {
    path: "/contact",
    label: "Contact",
    title: "Contact Us",
  },
  {
    path: "/privacy-policy",
    label: "Privacy Policy",
    title: "Privacy Policy",
  },
  {
    path: "/terms-of-service",
    label: "Terms of Service",
    title: "Terms of Service",
  },
] as const;

type Page = (typeof PAGES)[number];
export type PagePath = Page["path"];

export const MAIN_PAGES = PAGES.slice(0, 4);

/** The page at this address, if there is one. */
export const pageAt = (pathname: string): Page | undefined => PAGES.find(({ path }) => path === pathname);

/** A page's own title, without the company's name. */
export const pageTitle = (path: PagePath) => pageAt(path)?.title ?? "";

export const isPage = (pathname: string) => pageAt(pathname) !== undefined;

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
