import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { TOWN_NAMES } from "~/contractor/area";
import { PAGES } from "../../../app/urls/pages";
import { clockAt } from "../../clock.mjs";
import { sharedSite } from "../services";

/** What a server may send before the first acknowledgment: ten packets of 1,460 bytes. */
const ONE_ROUND_TRIP = 14_600;

/** All facts, as long as an owner's may be. */
const GIVEN = {
  SITE_URL: "https://www.our-excavating-company.com",
  FORWARD_URL: "http://127.0.0.1:9/",
  BUSINESS_NAME: "Our Excavating Company",
  BUSINESS_PHONE: "(269) 555-0142",
  BUSINESS_EMAIL: "office@our-excavating-company.com",
  BUSINESS_PO_BOX: "P.O. Box 1234",
  BUSINESS_TOWN: TOWN_NAMES[1] ?? "",
  BUSINESS_POSTAL_CODE: "49015",
  BUSINESS_FACEBOOK_URL: "https://www.facebook.com/our-excavating-company",
};

describe.each(["2027-01-15", "2027-04-15", "2027-07-15"])("on %s", (day) => {
  const site = sharedSite(() => ({ ...GIVEN, ...clockAt(`${day}T12:00:00-05:00`) }));

  /** What the page from memory takes on the wire, headers included. */
  async function sizeOf(path: string): Promise<number> {
    const request = get(site.url + path, { agent: false, headers: { "accept-encoding": "br" } });
    const [response] = (await once(request, "response")) as [IncomingMessage];
    response.resume();
    await once(response, "close");
    return response.socket.bytesRead;
  }

  it.each(PAGES)("document size: $path reaches a phone in one round trip", async ({ path }) => {
    await sizeOf(path);
    // The first one was compressed in haste.
    await expect.poll(() => sizeOf(path)).toBeLessThanOrEqual(ONE_ROUND_TRIP);
  });
});
