import { describe, expect, it } from "vitest";
import { canonicalPath } from "~/http/request-line.server";
import { PAGES } from "~/site/pages";
import { closeHref, isQuotePath, pageBehind, quoteHref } from "~/site/quote-urls";
import remixConfig from "../../../remix.config.js";

it("knows the pages that remix.config.js mounts, each with the quote modal beneath it", async () => {
  const mounted: Record<string, string[]> = {};
  const define = remixConfig.routes as unknown as (
    defineRoutes: (
      build: (route: (path: string, file: string, options: unknown, children?: () => void) => void) => void,
    ) => void,
  ) => void;
  let parent: string | undefined;
  define((build) =>
    build((path, _file, _options, children) => {
      if (parent !== undefined) mounted[parent]?.push(path);
      else mounted[path] = [];
      if (!children) return;
      parent = path;
      children();
      parent = undefined;
    }));
  const { "*": notFound, healthz, readyz, ...others } = mounted;
  expect([notFound, healthz, readyz]).toEqual([[], [], []]);
  const { "robots.txt": robots, "sitemap.xml": sitemap, "site.webmanifest": manifest, ...rest } = others;
  const { ".well-known/security.txt": security, ...pages } = rest;
  expect([robots, sitemap, manifest, security]).toEqual([[], [], [], []]);
  expect(Object.keys(pages).map((path) => (path === "/" ? "/" : `/${path}`))).toEqual(
    PAGES.map(({ path }) => path),
  );
  for (const children of Object.values(pages)) expect(children).toEqual(["quote"]);
});

describe("the modal's addresses", () => {
  it.each([
    ["/", undefined, "/quote"],
    ["/quote", undefined, "/quote"],
    ["/about", undefined, "/about/quote"],
    ["/about/quote", "snow-plowing", "/about/quote?service=snow-plowing"],
    ["/services", "a&b=c", "/services/quote?service=a%26b%3Dc"],
    ["/nowhere", undefined, "/quote"],
    ["/about", undefined, "/about/quote?at=call-to-action", "call-to-action"],
  ])("over %s with service %s: %s", (pathname, service, href, at?: string) => {
    expect(quoteHref(pathname, service, at)).toBe(href);
  });

  it("tells a modal's address from a page's", () => {
    expect(["/quote", "/about/quote"].every(isQuotePath)).toBe(true);
    expect(["/", "/about", "/quotes", "/misquote", "/quote/x", "/nowhere/quote"].some(isQuotePath)).toBe(
      false,
    );
    expect(pageBehind("/quote")).toBe("/");
    expect(pageBehind("/about/quote")).toBe("/about");
    expect(pageBehind("/about")).toBe("/about");
  });

  it.each([
    ["/quote", "", false, "/"],
    ["/quote", "?service=gps-dozer-work", false, "/#gps-dozer-work"],
    ["/quote", "?service=snow-plowing", false, "/"],
    ["/services/quote", "?service=snow-plowing", true, "/services?sent=earlier&mark=m#snow-plowing"],
    ["/services/quote", "?service=x%23y", false, "/services"],
    ["/about/quote", "?service=gps-dozer-work", true, "/about?sent=earlier&mark=m"],
    ["/about/quote", "?at=call-to-action", false, "/about#call-to-action"],
    ["/about/quote", "?at=elsewhere", false, "/about"],
  ])("closing %s%s, sent %s: %s", (pathname, search, sent, href) => {
    expect(closeHref(pathname, search, sent ? "m" : undefined)).toBe(href);
  });
});

describe("the one spelling of a page's address", () => {
  it.each([
    ["/ABOUT", "/about"],
    ["/about/", "/about"],
    ["//about", "/about"],
    ["/About//Quote/?service=x", "/about/quote?service=x"],
    ["//", "/"],
    ["/QUOTE?a=1?b", "/quote?a=1?b"],
    ["/%71uote?a=%71", "/quote?a=%71"],
  ])("%s → %s", (url, canonical) => {
    expect(canonicalPath(url)).toBe(canonical);
  });

  it.each([
    "/",
    "/about",
    "/about?X=Y",
    "/build/entry-ABC.js",
    "/Nowhere/",
    "//evil.example/x",
    "//evil.example//about",
    "/\\evil.example",
    "/about%2F",
    "///evil.example/",
    "/\\/evil.example/",
    "\\\\evil.example/about/",
    "/%2F%2Fevil.example/",
    "/%2f%2fevil.example/About",
    "/%5Cevil.example/",
    "/.//evil.example/",
    "/..//evil.example/About",
    "/./About",
    "/%2e%2e/About",
    "/%2E/about/",
    "/ABOUT;x=1",
    "/About/;/evil.example",
    "/\tevil.example/",
    "/\n/evil.example/",
    "/\r\nLocation: //evil.example/",
    "//user@evil.example/",
    "//evil.example/?/about",
    "http://evil.example/ABOUT",
    "//evil.example#/about/",
  ])("leaves %j alone", (url) => {
    expect(canonicalPath(url)).toBeUndefined();
  });

  it("redirects nowhere but to a page, however it is asked", () => {
    const parts = [
      "/",
      "//",
      "\\",
      ".",
      "..",
      "%2F",
      "%5C",
      "%2E",
      "%41bout",
      "About",
      "quote",
      "evil.example",
      ";",
      "\t",
      "?",
      "@",
      "#",
    ];
    for (const a of parts)
      for (const b of parts)
        for (const c of parts) {
          const canonical = canonicalPath(`/${a}${b}${c}`);
          if (canonical === undefined) continue;
          const { origin, pathname } = new URL(canonical, "http://site.example");
          expect(origin).toBe("http://site.example");
          expect(["/", "/about", "/quote", "/about/quote"]).toContain(pathname);
        }
  });
});
