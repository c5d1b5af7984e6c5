import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Site } from "../../start-site";
import { noValkey } from "../../valkey-server";
import { FORM, postForm } from "../post";
import { valkeySites } from "./valkey-sites";

/** How many are sent before Valkey forgets. Their visitors are told that they were sent, and the service takes none. */
const MANY = 20;

describe.skipIf(noValkey)("a Valkey that forgets", () => {
  // Compares every second; what was refused waits for four and more.
  const waits = { REDELIVERY_WAITS_S: "4", FORWARD_TIMEOUT_MS: "5000" };
  const on = valkeySites(waits, "--appendonly", "no");
  const { start, ready, lines } = on;
  const write = (site: Site, n: number, more = {}) =>
    postForm(site.url, "/quote", { ...FORM, projectLocation: `${n} Road`, ...more });
  const arrived = () => new Set(on.forwarder.received.map(({ fields }) => fields[7]?.[1]));
  const copies = async (site: Site, kind = "new") =>
    (await readdir(join(site.outboxDir, "copies", kind)).catch(() => [])).length;
  const restart = async () => {
    await on.valkey.stop("SIGKILL");
    await on.valkey.start();
  };
  const evict = async () => {
    const info = await on.operator.info("memory");
    const used = Number(/used_memory:(\d+)/.exec(info)?.[1]);
    await on.operator.config("SET", "maxmemory-policy", "allkeys-random");
    await on.operator.config("SET", "maxmemory", Math.round(used - 30_000));
    await vi.waitFor(async () => expect(await on.operator.info("stats")).not.toContain("evicted_keys:0"));
    await on.operator.config("SET", "maxmemory", 0);
  };
  it.each([
    ["in a restart without persistence", restart],
    ["because somebody empties it", () => on.operator.flushall()],
    ["some of it, when it is full", evict],
  ])("%s: each replica puts back what it took, and all of it is sent", async (_, forget) => {
    const both = [await start(), await start()] as const;
    on.forwarder.behave("json-activation");
    for (let n = 0; n < MANY; n++) expect((await write(both[n % 2 === 0 ? 0 : 1], n)).status).toBe(303);
    await forget();
    on.forwarder.reset();
    await vi.waitFor(() => expect(arrived().size).toBe(MANY));
    for (const site of both) {
      await vi.waitFor(async () => expect(await ready(site)).toMatchObject({ waiting: 0, valkey: "up" }));
      await vi.waitFor(async () => expect(await copies(site)).toBe(0));
    }
    expect(on.forwarder.received).toHaveLength(MANY);
    const restored = both.flatMap((site) => site.events("valkey.restored"));
    expect(restored.length).toBeGreaterThan(0);
    expect(restored.every(({ level }) => level === "error")).toBe(true);
  });

  it("the absence of its mark is an error, once, and the mark is made again", async () => {
    const site = await start();
    const noted = () => readFile(join(site.outboxDir, "copies", "marker"), "utf8");
    await vi.waitFor(async () => expect((await noted()).trim()).toBe(await on.operator.get("site:marker")));
    await restart();
    await vi.waitFor(() => expect(site.events("valkey.forgot")).toMatchObject([{ level: "error" }]));
    await site.stop();
    await on.operator.flushall();
    const again = await start({ OUTBOX_DIR: site.outboxDir });
    await vi.waitFor(() => expect(again.events("valkey.forgot")).toHaveLength(1));
    await vi.waitFor(async () => expect(await on.operator.exists("site:marker")).toBe(1));
    // The key, too, so that a new machine makes the same ids.
    const key = async () => String(await on.operator.get("site:key"));
    await vi.waitFor(async () => expect(await key()).toMatch(/^[0-9a-f]{64}$/));
  });

  it("what is told sent has a copy until it is accepted, what is accepted at once has none, and one that cannot be copied is taken, with a warning", async () => {
    const site = await start();
    await write(site, 1);
    expect(await copies(site)).toBe(0);
    on.forwarder.behave("json-activation");
    await write(site, 2);
    expect(await copies(site)).toBe(1);
    on.forwarder.reset();
    await vi.waitFor(() => expect(arrived().size).toBe(1));
    await vi.waitFor(async () => expect(await copies(site)).toBe(0));

    const folder = join(site.outboxDir, "copies");
    await rm(folder, { recursive: true, force: true, maxRetries: 9 });
    await writeFile(folder, "");
    on.forwarder.behave("json-activation");
    expect((await write(site, 3)).status).toBe(303);
    expect(await ready(site)).toMatchObject({ waiting: 1 });
    expect(site.events("valkey.uncopied")).toMatchObject([{ level: "warn", code: "ENOTDIR" }]);
  });

  it("what was accepted elsewhere, or deleted by the operator, does not come back from a copy", async () => {
    on.forwarder.behave("json-activation");
    const first = await start();
    for (let n = 0; n < 3; n++) await write(first, n);
    const [, , id = ""] = (await lines("list"))[1]?.split(" ") ?? [];
    await first.stop();
    const second = await start();
    await lines("forget", id);
    on.forwarder.reset();
    await lines("now", "all");
    await vi.waitFor(async () => expect(await ready(second)).toMatchObject({ waiting: 0 }));
    expect(on.forwarder.received).toHaveLength(2);
    expect(await copies(first)).toBe(3);
    const again = await start({ OUTBOX_DIR: first.outboxDir });
    await vi.waitFor(async () => expect(await copies(again)).toBe(0));
    expect(await ready(again)).toMatchObject({ waiting: 0 });
    expect(on.forwarder.received).toHaveLength(2);
    expect([again.events("valkey.restored"), again.events("valkey.forgot")]).toEqual([[], []]);
  });
});
