import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { inFolder, newRequest, post } from "../services";
import { describeOverPostgres, scene, soon } from "./sites";

/** Makes a process say when it loads a module of pg. */
async function makeSpy(): Promise<string> {
  const spy = join(await mkdtemp(join(tmpdir(), "loaded-")), "spy.cjs");
  await writeFile(
    spy,
    `const M = require("node:module"); const load = M._load; M._load = (name, ...rest) => { if (/^pg(-|$|\\/)/.test(name)) console.error("LOADED " + name); return load(name, ...rest); };`,
  );
  return spy;
}

describeOverPostgres("from a folder to PostgreSQL", () => {
  it.concurrent("move: all statuses move in, and a repeat is recognized, when DATABASE_URL is new", async (context) => {
    const { forwarder, start, statuses, taken } = await scene(context);
    const NODE_OPTIONS = `--require=${await makeSpy()}`;
    const before = await start({ DATABASE_URL: "", NODE_OPTIONS });
    const [sent, waiting] = [newRequest(), newRequest()];
    expect((await post(before, sent)).status).toBe(303);
    forwarder.behave("status", { status: 500 });
    expect((await post(before, waiting)).status).toBe(503);
    await openFolder(before.outboxDir).markDead(sampleQuote());
    await before.stop();

    const site = await start({ OUTBOX_DIR: before.outboxDir, REDELIVERY_WAITS_S: "900", NODE_OPTIONS });
    // No module of pg is loaded without DATABASE_URL.
    expect([before, site].map((one) => one.output().includes("LOADED pg"))).toEqual([false, true]);
    await soon(async () => expect(await statuses()).toBe("dead|1\nnew|1\nsent|1"));
    await soon(() => expect(site.events("outbox.moved")).toMatchObject([{ count: 3 }]));
    for (const place of ["new", "sent"] as const) expect(await inFolder(site, place)).toEqual([]);
    forwarder.reset();
    expect((await post(site, waiting)).status).toBe(303);
    await soon(async () => expect(await statuses()).toBe("dead|1\nsent|2"));
    expect(taken()).toEqual([waiting.projectLocation]);
  });

  it.concurrent("move: a quote that version 1.0.0 set aside is sent when the site starts", async (context) => {
    const { start, statuses } = await scene(context);
    const OUTBOX_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
    await mkdir(join(OUTBOX_DIR, "suspect"));
    const stored = sampleQuote();
    await writeFile(join(OUTBOX_DIR, "suspect", `${stored.id}.json`), JSON.stringify(stored));
    const site = await start({ OUTBOX_DIR });
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(site.events("outbox.released")).toMatchObject([{ count: 1 }]);
  });
});
