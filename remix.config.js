/**
 * The table of contents: every URL of the site and the module that answers it.
 * The quote modal is mounted beneath every page, so that `/about/quote` is the about page with the form over it.
 */
const PAGES = {
  home: "/",
  about: "about",
  services: "services",
  contact: "contact",
  "privacy-policy": "privacy-policy",
  "terms-of-service": "terms-of-service",
};

/** Files for programs, whose text follows from the settings. */
const FILES = ["robots.txt", "sitemap.xml", "site.webmanifest", ".well-known/security.txt"];

/** @type {import('@remix-run/dev').AppConfig} */
export default {
  serverModuleFormat: "esm",
  // Its build holds one language instead of fifty: a start costs a tenth less.
  serverDependenciesToBundle: ["zod"],
  ignoredRouteFiles: ["**/*"],
  tailwind: false,
  postcss: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      for (const [name, path] of Object.entries(PAGES)) {
        route(path, `routes/${name}.tsx`, { id: `page/${name}` }, () =>
          route("quote", "routes/quote.tsx", { id: `quote/${name}` }),
        );
      }
      route("readyz", "routes/readyz.ts", { id: "probe/readyz" });
      // The build names a file by the id: no folder in it may begin with a dot.
      for (const path of FILES) route(path, "routes/files.ts", { id: `file/${path.replace(/.*\//, "")}` });
      route("*", "routes/not-found.tsx", { id: "page/not-found" });
    }),
};
