import { afterEach, beforeEach, expect } from "vitest";
import type { Site } from "../../start-site";
import { ask } from "../post";
import { forwarder, freshServices, sharedSite } from "../services";

/** The phone number that every page shows, refusals too. */
export const PHONE = "(269) 555-0123";

/**
 * A site, and services, for the tests of one file. After each test, whatever came in: the server lives, its memory is
 * bounded, and nobody saw a fault of the site.
 */
export function attackedSite(settings: Record<string, string> = {}): Site {
  freshServices();
  const site = sharedSite(() => ({ FORWARD_URL: forwarder.url, ...settings }));
  const faults = () => site.events("site.fault").length;
  let before = 0;
  beforeEach(() => {
    before = faults();
  });
  afterEach(async () => {
    expect((await ask(site.url, "/")).status).toBe(200);
    expect(await site.memory()).toBeLessThan(250);
    expect(faults(), "faults of the site").toBe(before);
  });
  return site;
}
