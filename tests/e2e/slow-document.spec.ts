import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { CONTACT } from "./quote";
import { expect, test } from "./test";

/** In bytes. Short enough that a browser draws while most sections are unfinished. */
const PIECE = 2000;

/** The address of a server that passes everything on to the site, and sends the page at `path` in pieces. */
async function inPieces(site: string, path: string) {
  const server = createServer(async (request, response) => {
    const { url, method, headers } = request;
    const answer = await fetch(site + url, {
      method,
      headers: method === "POST" ? { "content-type": headers["content-type"] ?? "" } : {},
      body: method === "POST" ? await buffer(request) : undefined,
    });
    const body = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    for (let sent = 0; sent < body.length; sent += PIECE) {
      response.write(body.subarray(sent, sent + PIECE));
      if (url === path) await setTimeout(30);
    }
    response.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = () => server.close();
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

for (const path of ["/", "/services", "/contact"])
  test(`layout: nothing in the content of ${path} moves while its text still comes @script`, async ({
    page,
    site,
  }) => {
    const server = await inPieces(site.url, path);
    await page.addInitScript(() => {
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries() as unknown as LayoutShift[])
          for (const { node } of sources)
            if (document.querySelector("main")?.contains(node)) window.moved.push(node?.textContent ?? "");
      }).observe({ type: "layout-shift", buffered: true });
    });
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.url + path);
      expect(await page.evaluate(() => window.moved)).toEqual([]);
    }
    server.close();
  });

test("Form: its errors have the focus while the page still comes @no-script", async ({ page, site }) => {
  const server = await inPieces(site.url, "/contact");
  await page.goto(`${server.url}/contact`);
  await CONTACT.press(page);
  await expect(page.locator(".error-summary")).toBeFocused();
  server.close();
});

type LayoutShift = { sources: { node: Node | null }[] };

declare global {
  interface Window {
    moved: string[];
  }
}
