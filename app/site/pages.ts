/**
 * Every page of the site, as remix.config.js mounts them; the first four are the main navigation. Title and
 * description are what search engines show: no two alike, at most 60 and 155 characters.
 */
export const PAGES = [
  {
    path: "/",
    label: "Home",
    title: "Excavation in Southwest Michigan",
    description:
      "Septic systems, basements, pools, driveways, GPS dozer work and snow plowing in Southwest Michigan. Family " +
      "business since 1991. Free quotes.",
  },
  {
    path: "/about",
    label: "About",
    title: "About Us",
    description:
      "A three-generation family excavation business in Southwest Michigan, founded in 1991. How we work and how we " +
      "deal with you.",
  },
  {
    path: "/services",
    label: "Services",
    title: "Excavation Services",
    description:
      "Septic systems and drain fields, basement and pool excavation, driveways, dozer work and snow plowing around " +
      "Battle Creek, Coldwater and Union City.",
  },
  {
    path: "/contact",
    label: "Contact",
    title: "Contact Us",
    description:
      "Tell us about your project in Southwest Michigan: send a request for a free quote, or call Monday-Friday " +
      "8am-5pm. What Michigan asks before digging.",
  },
  {
    path: "/privacy-policy",
    label: "Privacy Policy",
    title: "Privacy Policy",
    description: "What this website learns about you, what we do with it, and how we look after it.",
  },
  {
    path: "/terms-of-service",
    label: "Terms of Service",
    title: "Terms of Service",
    description:
      "The terms for using this website and for the work we do: quotes, payment, changes and timelines.",
  },
] as const;

export type Page = (typeof PAGES)[number];

export const MAIN_PAGES = PAGES.slice(0, 4);

/** The page at this address, if there is one. */
export const pageAt = (pathname: string): Page | undefined => PAGES.find(({ path }) => path === pathname);

export const isPage = (pathname: string) => pageAt(pathname) !== undefined;
