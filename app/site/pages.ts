/** Every page of the site, as remix.config.js mounts them; the first four are the main navigation. */
export const PAGES = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About" },
  { path: "/services", label: "Services" },
  { path: "/contact", label: "Contact" },
  { path: "/privacy-policy", label: "Privacy Policy" },
  { path: "/terms-of-service", label: "Terms of Service" },
] as const;

export const MAIN_PAGES = PAGES.slice(0, 4);

export const isPage = (pathname: string) => PAGES.some(({ path }) => path === pathname);
