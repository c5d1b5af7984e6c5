import { describe, expect, it } from "vitest";
import { canonicalPath } from "~/http/request-line.server";
import { PAGES } from "~/urls/pages";
import { closeHref, quoteHref } from "~/urls/quote-urls";
import remixConfig from "../../../remix.config.js";
import { HOME_SERVICE, SERVICE } from "../../contractor/offered";

type Route = (path: string, file: string, options: { id: string }) => void;
type Define = (build: (route: Route) => void) => void;

it("pages: they are those that remix.config.js mounts", () => {
  const mounted: string[] = [];
  const note: Route = (path, _file, { id }) => id.startsWith("page/") && mounted.push(path);
  (remixConfig.routes as unknown as (define: Define) => void)((build) => build(note));
  expect(mounted).toEqual([...PAGES.map(({ path }) => path.replace(/^\/(?=.)/, "")), "*"]);
});

describe("modal URLs", () => {
  it.each([
    ["/", undefined, "/quote"],
    ["/quote", undefined, "/quote"],
    ["/about", undefined, "/about/quote"],
    ["/about/quote", SERVICE.id, `/about/quote?service=${SERVICE.id}`],
    ["/services", "a&b=c", "/services/quote?service=a%26b%3Dc"],
    ["/nowhere", undefined, "/quote"],
    ["/about", undefined, "/about/quote?at=call-to-action", "call-to-action"],
  ])("over %s with service %s it is %s", (pathname, service, href, at?: string) => {
    expect(quoteHref(pathname, service, at)).toBe(href);
  });

  it.each([
    ["/quote", "", false, "/"],
    ["/quote", `?service=${HOME_SERVICE.id}`, false, `/#${HOME_SERVICE.id}`],
    ["/quote", `?service=${SERVICE.id}`, false, "/"],
    ["/services/quote", `?service=${SERVICE.id}`, true, `/services?sent=earlier&mark=m#${SERVICE.id}`],
    ["/services/quote", "?service=x%23y", false, "/services"],
    ["/about/quote", `?service=${HOME_SERVICE.id}`, true, "/about?sent=earlier&mark=m"],
    ["/about/quote", "?at=call-to-action", false, "/about#call-to-action"],
    ["/about/quote", "?at=elsewhere", false, "/about"],
  ])("closing %s%s, sent %s, leads to %s", (pathname, search, sent, href) => {
    expect(closeHref(pathname, search, sent ? "m" : undefined)).toBe(href);
  });
});

it("canonical path: a redirect leads to a page of the site, whatever the URL is made of", () => {
  const parts = "/ // \\ . .. %2F %5C %2E %41bout About quote evil.example ; ? @ #".split(" ").concat("\t");
  for (const a of parts)
    for (const b of parts)
      for (const c of parts) {
        const { origin, pathname } = new URL(canonicalPath(`/${a}${b}${c}`) ?? "/", "http://site.example");
        expect(origin).toBe("http://site.example");
        expect(["/", "/about", "/quote", "/about/quote"]).toContain(pathname);
      }
});
