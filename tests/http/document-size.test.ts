import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PAGES } from "../../app/site/pages";
import { type Site, startSite } from "../start-site";

/** What a server may send before the first acknowledgment: ten packets of 1,460 bytes. */
const ONE_ROUND_TRIP = 14_600;

let site: Site;

beforeAll(async () => {
  // As long as an owner's may be.
  site = await startSite({ SITE_URL: "https://www.our-excavating-company.com" });
});
afterAll(() => site.end());

/** What the page from memory takes on the wire, headers included. */
async function sizeOf(path: string): Promise<number> {
  const request = get(site.url + path, { agent: false, headers: { "accept-encoding": "br" } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "close");
  return response.socket.bytesRead;
}

it.each(PAGES)("the document of $path reaches a phone in one round trip", async ({ path }) => {
  await sizeOf(path);
  // The first one was compressed in haste.
  await expect.poll(() => sizeOf(path)).toBeLessThanOrEqual(ONE_ROUND_TRIP);
});
