import { expect, it } from "vitest";
import { startSite } from "../../start-site";
import { ask } from "../post";

/** Says on standard output what reached the site as the client's address. Only a test listens like this. */
const LISTENER = `
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.response.finish", ({ request }) =>
    console.log("ADDRESS " + request.headers["x-client-address"]));`;

it.each([
  ["without a proxy", "0", "127.0.0.1"],
  ["behind one proxy", "1", "203.0.113.9"],
  ["behind more proxies than spoke", "3", "127.0.0.1"],
])(
  "%s the site sees the client's address, never the one that a client claims",
  async (_name, proxies, address) => {
    const site = await startSite({
      TRUSTED_PROXIES: proxies,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(LISTENER)}`,
    });
    await ask(site.url, "/about?sent=1", {
      headers: { "x-client-address": "6.6.6.6", "x-forwarded-for": "1.1.1.1, 203.0.113.9" },
    });
    await expect.poll(site.output).toContain("ADDRESS ");
    expect(site.output().match(/ADDRESS .*/g)).toEqual([`ADDRESS ${address}`]);
    expect(JSON.stringify(site.events())).not.toContain(address);
    await site.end();
  },
);
