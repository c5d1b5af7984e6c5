import type { PagePath } from "~/content/types";
import { TITLES } from "~/contractor/pages";

type Row = {
  path: PagePath;
  /** In the top bar and in breadcrumbs. */
  label: string;
  /** In the footer, if different. */
  footerLabel?: string;
  /** The page itself contains a form. */
  form?: true;
};

/**
 * All pages, as in the sitemap. remix.config.js mounts the same paths; a test compares the two. The first four are the main
 * navigation, the others the legal pages.
 */
const TABLE: readonly Row[] = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About", footerLabel: "About Us" },
  { path: "/services", label: "Services" },
  { path: "/contact", label: "Contact", form: true },
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms-of-service", label: "Terms of Service" },
];

/** All pages with their titles. */
export const PAGES = TABLE.map((row) => ({ ...row, title: TITLES[row.path] }));
export const MAIN_PAGES = PAGES.slice(0, 4);
export const LEGAL_PAGES = PAGES.slice(4);

/** The page at this path, if any. Modals are not pages. */
export const pageAt = (pathname: string) => PAGES.find(({ path }) => path === pathname);

export const isPage = (pathname: string) => pageAt(pathname) !== undefined;

/** What else remix.config.js mounts: files for crawlers and browsers, and health checks. */
export const FILES = ["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/.well-known/security.txt"];
export const PROBES = ["/healthz", "/readyz"];

/** Search engines cut off longer titles. */
const TITLE_LENGTH = 60;

/** "Title | company", or the title alone if that is too long. */
export function fullTitle(title: string, company: string | undefined): string {
  const full = `${title} | ${company}`;
  return company && full.length <= TITLE_LENGTH ? full : title;
}
