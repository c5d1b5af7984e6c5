import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { noPostgres } from "../../postgres";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { forwarder, inFolder, newRequest, post, SHORT, start as startPlain, taken } from "../services";
import { freshPostgres, soon, start, statuses } from "./sites";

describe.skipIf(noPostgres)("from a folder to PostgreSQL", () => {
  freshPostgres();

  it("move: all statuses move in, and a repeat is recognized, when DATABASE_URL is new", async () => {
    const before = await startPlain(SHORT);
    const [sent, waiting] = [newRequest(), newRequest()];
    expect((await post(before, sent)).status).toBe(303);
    forwarder.behave("status", { status: 500 });
    expect((await post(before, waiting)).status).toBe(503);
    await openFolder(before.outboxDir).markDead(sampleQuote());
    await before.stop();

    const site = await start({ OUTBOX_DIR: before.outboxDir, REDELIVERY_WAITS_S: "900" });
    await soon(async () => expect(await statuses()).toBe("dead|1\nnew|1\nsent|1"));
    for (const place of ["new", "sent"] as const) expect(await inFolder(site, place)).toEqual([]);
    expect(site.events("outbox.moved")).toMatchObject([{ count: 3 }]);
    forwarder.reset();
    expect((await post(site, waiting)).status).toBe(303);
    expect(await statuses()).toBe("dead|1\nsent|2");
    expect(taken()).toEqual([waiting.projectLocation]);
  });

  it("move: a quote that version 1.0.0 set aside is sent when the site starts", async () => {
    const OUTBOX_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
    await mkdir(join(OUTBOX_DIR, "suspect"));
    const stored = sampleQuote();
    await writeFile(join(OUTBOX_DIR, "suspect", `${stored.id}.json`), JSON.stringify(stored));
    const site = await start({ OUTBOX_DIR });
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    expect(site.events("outbox.released")).toMatchObject([{ count: 1 }]);
  });
});
