/** The Remix globals that are used here. */
type Remix = {
  __remixManifest: { routes: Record<string, { module: string }> };
  __remixRouter: {
    routes: DataRoute[];
    state: { navigation: { location?: URL } };
  };
};

type DataRoute = { id: string; lazy?: () => Promise<unknown>; children?: DataRoute[] };

/**
 * Keeps open pages working after a deploy, which removes the old build's files. Preloads the form's module. If a page's module is
 * gone, loads the document of the clicked URL; Remix itself would reload the current page (`loadRouteModule` in 2.17.5;
 * remix-run/remix#8932). Call it once, when React runs.
 * Test: e2e/scripts/deploy.spec.ts.
 */
export function makeModulesDeploySafe(): void {
  const { __remixManifest, __remixRouter } = window as unknown as Remix;
  const load = (id: string) => import(__remixManifest.routes[id]?.module ?? "");
  load("quote/home").catch(() => {}); // Requested again when it is needed.
  const pages = __remixRouter.routes[0]?.children ?? [];
  for (const route of pages.flatMap((page) => [page, ...(page.children ?? [])])) {
    const { id, lazy } = route;
    const follow = (error: unknown) => {
      const clicked = __remixRouter.state.navigation.location;
      if (!clicked) throw error; // The visitor has gone back.
      location.assign(clicked.pathname + clicked.search + clicked.hash);
      return new Promise(() => {});
    };
    if (lazy) route.lazy = () => load(id).then(lazy, follow);
  }
}
