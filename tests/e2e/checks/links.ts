import type { Page } from "@playwright/test";

/** What a document refers to: whole addresses, as the browser resolves them. */
export type References = { at: string; ids: string[]; links: string[]; files: string[] };

/** The references of the document that a page shows: links and form targets, and files of every kind. */
export const referencesOf = (page: Page): Promise<References> =>
  page.evaluate(() => {
    const whole = (address: string) => new URL(address, document.baseURI).href;
    const values = (attribute: string, within: string) =>
      [...document.querySelectorAll(within)].map((element) => element.getAttribute(attribute) ?? "");
    const candidates = values("srcset", "[srcset]").flatMap((set) =>
      set.split(",").map((candidate) => candidate.trim().split(/\s+/)[0] ?? ""),
    );
    const inStyles = [...document.querySelectorAll("style")].flatMap(({ textContent }) =>
      [...(textContent ?? "").matchAll(/url\("?([^")]+)"?\)/g)].map(([, address = ""]) => address),
    );
    return {
      at: location.href,
      ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
      links: [...values("href", "a[href]"), ...values("action", "form[action]")].map(whole),
      files: [
        ...values("href", "link[href]"),
        ...values("src", "[src]"),
        ...values("poster", "[poster]"),
        ...values("content", 'meta[property="og:image"]'),
        ...candidates,
        ...inStyles,
      ].map(whole),
    };
  });

const withoutHash = (address: string) => address.split("#", 1)[0] as string;

/** What each address of this worker's sites was answered with. */
const asked = new Map<string, Promise<{ status: number; ids: string[] }>>();

/**
 * What is wrong with a document's references. Every address of the site is asked for once, and each anchor must be
 * there. Of other websites only the form of their addresses is judged: nothing is asked of them.
 *
 * @param origins of the site
 */
export async function brokenReferences(
  { at, ids, links, files }: References,
  origins: string[],
): Promise<string[]> {
  const ask = (address: string) => {
    const answer =
      asked.get(address) ??
      fetch(address).then(async (response) => {
        // A film is long, and has no ids.
        const isPage = response.headers.get("content-type")?.startsWith("text/html");
        const text = isPage ? await response.text() : "";
        if (!isPage) await response.body?.cancel();
        return {
          status: response.status,
          ids: [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id),
        };
      });
    asked.set(address, answer);
    return answer;
  };
  const faultOf = async (address: string) => {
    const { protocol, origin, hash, hostname, pathname } = new URL(address);
    if (protocol === "tel:") return /^\+\d{8,15}$/.test(pathname) ? "" : "no phone number";
    if (protocol === "mailto:") return /^[^@\s]+@[^@\s]+\.\w+$/.test(pathname) ? "" : "no mail address";
    if (!origins.includes(origin)) {
      return protocol === "https:" && /\w\.\w/.test(hostname) ? "" : "not https, or no host";
    }
    const anchor = decodeURIComponent(hash.slice(1));
    if (withoutHash(address) === withoutHash(at)) return ids.includes(anchor) || !anchor ? "" : "no such id";
    const target = await ask(withoutHash(address));
    if (target.status !== 200) return `${target.status}`;
    return anchor && !target.ids.includes(anchor) ? "no such id" : "";
  };
  const faults = await Promise.all(
    [...new Set([...links, ...files])].map(async (address) => [address, await faultOf(address)]),
  );
  return faults.flatMap(([address, fault]) => (fault ? [`${address}: ${fault}`] : []));
}
