type Row = {
  path: string;
  /** In the top bar and the breadcrumbs. */
  label: string;
  /** In the footer, where it differs. */
  footerLabel?: string;
  /** Unique, and without the company's name. */
  title: string;
  /** The page itself holds a form, apart from the modal over it. */
  form?: true;
};

/**
 * The one table of pages, all of them in the sitemap. remix.config.js mounts the same paths; a test compares the two.
 * The first four are the main navigation, the others are at the end of the footer.
 */
const TABLE = [
  { path: "/", label: "Home", title: "Excavation in Southwest Michigan" },
  { path: "/about", label: "About", footerLabel: "About Us", title: "About Us" },
  { path: "/services", label: "Services", title: "Excavation Services" },
  { path: "/contact", label: "Contact", title: "Contact Us", form: true },
  { path: "/privacy-policy", label: "Privacy Policy", title: "Privacy Policy" },
  { path: "/terms-of-service", label: "Terms of Service", title: "Terms of Service" },
] as const satisfies readonly Row[];

export type PagePath = (typeof TABLE)[number]["path"];

export const PAGES: readonly (Row & { path: PagePath })[] = TABLE;
export const MAIN_PAGES = PAGES.slice(0, 4);
export const LEGAL_PAGES = PAGES.slice(4);

/** The page at this path, if there is one. */
export const pageAt = (pathname: string) => PAGES.find(({ path }) => path === pathname);

export const isPage = (pathname: string) => pageAt(pathname) !== undefined;

/** How many characters of a title search engines show. */
const TITLE_LENGTH = 60;

/** "Title | company", or the title alone if that would be cut off. */
export function fullTitle(title: string, company: string | undefined): string {
  const full = `${title} | ${company}`;
  return company && full.length <= TITLE_LENGTH ? full : title;
}
