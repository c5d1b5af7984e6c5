import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "./test";

/** In bytes. Short enough that a browser draws while most sections are unfinished. */
const PIECE = 2000;

for (const path of ["/", "/services", "/contact"])
  test(`layout: nothing in the content of ${path} moves while its text still comes @script`, async ({
    page,
    site,
  }) => {
    const server = createServer(async ({ url }, response) => {
      const answer = await fetch(site.url + url);
      const body = Buffer.from(await answer.arrayBuffer());
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      for (let sent = 0; sent < body.length; sent += PIECE) {
        response.write(body.subarray(sent, sent + PIECE));
        if (url === path) await setTimeout(30);
      }
      response.end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
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
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
      expect(await page.evaluate(() => window.moved)).toEqual([]);
    }
    server.close();
  });

type LayoutShift = { sources: { node: Node | null }[] };

declare global {
  interface Window {
    moved: string[];
  }
}
