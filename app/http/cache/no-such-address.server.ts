import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { storedFile } from "~/http/cache/static-files.server";

/** A path as people and programs write it. Any odder one is left to Express and Remix, which read it their own way. */
const PLAIN = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/;

type Route = { id: string; path?: string; index?: boolean; children?: Route[] };

let routes: Route[] = [];

/** Learns which addresses there are from the build itself, so that no list has to be kept beside remix.config.js. */
export function learnRoutes(build: ServerBuild): void {
  const beneath = (parent: string | undefined): Route[] =>
    Object.values(build.routes)
      .filter((route) => route?.parentId === parent)
      .map(({ id, path, index }) => ({ id, path, index, children: index ? undefined : beneath(id) }));
  routes = beneath(undefined);
}

/** Whether there is certainly nothing at this address, neither a file nor what Remix would answer. */
export function isNoSuchAddress(url: string): boolean {
  if (!PLAIN.test(url) || url.endsWith(".data") || storedFile(url)) return false;
  return matchRoutes(routes as Parameters<typeof matchRoutes>[0], url)?.at(-1)?.route.id === "page/not-found";
}
