import type { PagePath } from "~/content/types";
import { TITLES } from "~/contractor/pages";

type Row = {
  path: PagePath;
  /** In the top bar and the breadcrumbs. */
  label: string;
  /** In the footer, where it differs. */
  footerLabel?: string;
  /** The page itself holds a form, apart from the modal over it. */
  form?: true;
};

/**
 * The one table of pages, all of them in the sitemap. remix.config.js mounts the same paths; a test compares the two.
 * The first four are the main navigation, the others are at the end of the footer.
 */
const TABLE: readonly Row[] = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About", footerLabel: "About Us" },
  { path: "/services", label: "Services" },
  { path: "/contact", label: "Contact", form: true },
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms-of-service", label: "Terms of Service" },
];

/** Every page, with its title. */
export const PAGES = TABLE.map((row) => ({ ...row, title: TITLES[row.path] }));
/** The main navigation. */
export const MAIN_PAGES = PAGES.slice(0, 4);
/** At the end of the footer. */
export const LEGAL_PAGES = PAGES.slice(4);

/** The page at this path, if there is one. */
export const pageAt = (pathname: string) => PAGES.find(({ path }) => path === pathname);

/** Whether there is a page at this path. */
export const isPage = (pathname: string) => pageAt(pathname) !== undefined;

/** What else remix.config.js mounts: files for programs, and what health checks ask for. */
export const FILES = ["/robots.txt", "/sitemap.xml", "/site.webmanifest", "/.well-known/security.txt"];
export const PROBES = ["/healthz", "/readyz"];

/** How many characters of a title search engines show. */
const TITLE_LENGTH = 60;

/** "Title | company", or the title alone if that would be cut off. */
export function fullTitle(title: string, company: string | undefined): string {
  const full = `${title} | ${company}`;
  return company && full.length <= TITLE_LENGTH ? full : title;
}
