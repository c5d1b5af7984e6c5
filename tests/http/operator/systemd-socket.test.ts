import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { startOnKeptSocket } from "../../kept-socket";
import { startSite } from "../../start-site";
import { ask, FORM, postForm } from "../post";

it("on a socket that systemd keeps, a restart refuses nobody, and every quote arrives once", async () => {
  const forwarder = await startForwarder();
  // Each stop finds one in flight.
  forwarder.behave("slow", { ms: 400 });
  const site = await startOnKeptSocket({ FORWARD_URL: forwarder.url });
  onTestFinished(() => site.end());
  const pages: Promise<number>[] = [];
  const quotes: Promise<number>[] = [];
  // As from a proxy that opens a connection for each request.
  const close = { connection: "close" };
  const visit = () => {
    pages.push(ask(site.url, "/about", { headers: close }).then(({ status }) => status));
    const form = { ...FORM, fullName: `Visitor ${pages.length}` };
    if (pages.length % 5 === 0)
      quotes.push(postForm(site.url, "/quote", form, close).then(({ status }) => status));
  };
  const visits = setInterval(visit, 100);
  for (let times = 0; times < 2; times++) {
    await sleep(1_000);
    await site.restart();
  }
  clearInterval(visits);
  expect(pages.length).toBeGreaterThan(20);
  expect(new Set(await Promise.all(pages))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(quotes))).toEqual(new Set([303]));
  expect(forwarder.received).toHaveLength(quotes.length);
  expect(site.output().match(/^started /gm)).toHaveLength(3);
  await forwarder.close();
});

it("a socket that was passed to another process is left alone", async () => {
  const site = await startSite({ LISTEN_PID: "1", LISTEN_FDS: "1" });
  expect((await fetch(site.url)).status).toBe(200);
  await site.end();
});
