/** What Remix's browser side keeps on the window, as far as it is used here. */
type Remix = {
  __remixManifest: { routes: Record<string, { id: string; parentId?: string; module: string }> };
  __remixRouteModules: Record<string, unknown>;
  __remixRouter: { routes: DataRoute[]; state: { navigation: { location?: URL } } };
};
type DataRoute = { id: string; lazy?: () => Promise<unknown>; children?: DataRoute[] };

/**
 * Makes a visitor independent of deploys. Loads the modal of each page along with that page, so that no later deploy can
 * take its files away; and where another page's files are gone, goes on to the address that was asked for: Remix
 * itself would only load the page anew that was asked from. Called once, when React runs.
 */
export function keepModules(): void {
  const { __remixManifest, __remixRouteModules, __remixRouter } = window as unknown as Remix;
  const { routes } = __remixManifest;

  function loadModal(page: string): void {
    for (const { parentId, module } of Object.values(routes)) {
      if (parentId === page && page !== "root") import(module).catch(() => {}); // Asked for again when it is needed.
    }
  }

  function goOn(route: DataRoute): void {
    const { id, lazy } = route;
    route.children?.forEach(goOn);
    if (!lazy) return;
    route.lazy = async () => {
      try {
        await import(routes[id]?.module ?? "");
      } catch (error) {
        const wanted = __remixRouter.state.navigation.location;
        if (!wanted) throw error; // The visitor has gone back meanwhile.
        location.assign(wanted.pathname + wanted.search + wanted.hash);
        return new Promise(() => {});
      }
      loadModal(id);
      return lazy();
    };
  }

  Object.keys(__remixRouteModules).forEach(loadModal);
  __remixRouter.routes.forEach(goOn);
}
