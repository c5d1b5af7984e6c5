import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Site, startSite } from "../../start-site";
import { ask } from "../post";

/** The phone number that every page shows, refusals too. */
export const PHONE = "(269) 555-0123";

/**
 * A site and its forwarder for the tests of one file. After each test, whatever came in: the server lives, its memory is
 * bounded, and nobody saw a fault of the site.
 *
 * @returns filled before the first test
 */
export function attackedSite(settings: Record<string, string> = {}): { site: Site; forwarder: Forwarder } {
  const attacked = {} as { site: Site; forwarder: Forwarder };
  beforeAll(async () => {
    attacked.forwarder = await startForwarder();
    attacked.site = await startSite({ FORWARD_URL: attacked.forwarder.url, ...settings });
  });
  const faults = () => attacked.site.events("site.fault").length;
  let before = 0;
  beforeEach(() => {
    attacked.forwarder.reset();
    before = faults();
  });
  afterEach(async () => {
    expect((await ask(attacked.site.url, "/")).status).toBe(200);
    expect(await attacked.site.memory()).toBeLessThan(250);
    expect(faults(), "faults of the site").toBe(before);
  });
  afterAll(async () => {
    await attacked.site.end();
    await attacked.forwarder.close();
  });
  return attacked;
}
