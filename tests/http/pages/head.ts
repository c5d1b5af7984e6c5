import { expect } from "vitest";
import type { Site } from "../../start-site";

const SIGNS: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#x27": "'", amp: "&" };
const text = (html: string) => html.replace(/&(.+?);/g, (_, name: string) => SIGNS[name] ?? name);

/** What the head of a page says; of a tag that must be there once, all there are. */
export async function headOf(site: Site, path: string) {
  const html = await (await fetch(site.url + path)).text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = ""]) => text(found));
  return {
    titles: all(/<title>([^<]*)<\/title>/g),
    icons: all(/<link rel="(?:icon|apple-touch-icon|manifest)"[^>]* href="([^"]*)"/g),
    canonical: all(/<link rel="canonical" href="([^"]*)"/g),
    robots: all(/<meta name="robots" content="([^"]*)"/g),
    meta: (name: string) => all(new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, "g")),
    data: all(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g),
    /** What visitors read: no scripts, no style. */
    shown: html.replaceAll(/<(script|style)[\s\S]*?<\/\1>|<!-- -->/g, ""),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of many kinds of nodes, each looked into by name.
export type Node = Record<string, any>;
export function graphIn(data: string[]): Node[] {
  expect(data).toHaveLength(1);
  const { "@context": context, "@graph": graph } = JSON.parse(data[0] as string);
  expect(context).toBe("https://schema.org");
  return graph;
}
export const one = (graph: Node[], type: string): Node => {
  const nodes = graph.filter((node) => node["@type"] === type);
  expect(nodes, type).toHaveLength(1);
  return nodes[0] as Node;
};
