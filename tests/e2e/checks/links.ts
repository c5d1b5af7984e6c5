import type { Page } from "@playwright/test";

/** What the document that a page shows refers to: links, form targets and files of every kind, as whole addresses. */
const referencesOf = (page: Page) =>
  page.evaluate(() => {
    const values = (attribute: string, within = `[${attribute}]`) =>
      [...document.querySelectorAll(within)].map((element) => element.getAttribute(attribute) ?? "");
    const candidates = values("srcset").flatMap((set) =>
      set.split(",").map((candidate) => candidate.trim().split(/\s+/)[0] ?? ""),
    );
    const inStyles = [...document.querySelectorAll("style")].flatMap(({ textContent }) =>
      [...(textContent ?? "").matchAll(/url\("?([^")]+)"?\)/g)].map(([, address = ""]) => address),
    );
    return [
      ...["href", "action", "src", "poster"].flatMap((attribute) => values(attribute)),
      ...values("content", 'meta[property="og:image"]'),
      ...candidates,
      ...inStyles,
    ].map((address) => new URL(address, document.baseURI).href);
  });

/** What each address of this worker's sites was answered with. */
const asked = new Map<string, Promise<{ status: number; ids: string[] }>>();

async function get(address: string) {
  const response = await fetch(address);
  // A video is long, and has no ids.
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  const text = isPage ? await response.text() : "";
  if (!isPage) await response.body?.cancel();
  return { status: response.status, ids: [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string) };
}

/**
 * What is wrong with the references of the document that a page shows: every address of the site is asked for once, and
 * each anchor must be there. Nothing is asked of other websites.
 *
 * @param origins of the sites; they are one build, so that all is asked of the first
 */
export async function brokenReferences(page: Page, origins: string[]): Promise<string[]> {
  const [first = ""] = origins;
  const [shown] = page.url().split("#", 1);
  const own = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  const faultOf = async (reference: string) => {
    const { origin, hash } = new URL(reference);
    if (!origins.includes(origin)) return "";
    const anchor = decodeURIComponent(hash.slice(1));
    const [address = ""] = reference.split("#", 1);
    // In this page it may be of this state alone.
    if (anchor && address === shown)
      return own.filter((id) => id === anchor).length === 1 ? "" : "no such id";
    const there = address.replace(origin, first);
    const answer = asked.get(there) ?? get(there);
    asked.set(there, answer);
    const { status, ids } = await answer;
    if (status !== 200) return `${status}`;
    return anchor && !ids.includes(anchor) ? "no such id" : "";
  };
  const references = [...new Set(await referencesOf(page))];
  const faults = await Promise.all(references.map(async (one) => [one, await faultOf(one)]));
  return faults.flatMap(([address, fault]) => (fault ? [`${address}: ${fault}`] : []));
}
