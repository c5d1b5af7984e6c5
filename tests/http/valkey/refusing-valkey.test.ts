import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type Site, startSite } from "../../start-site";
import { noValkey } from "../../valkey-server";
import { ARRIVED, FORM, postForm } from "../post";
import { valkeySites } from "./valkey-sites";

/** A Valkey that answers, but takes nothing: nobody would hear of it, for the folder steps in. */
describe.skipIf(noValkey)("a Valkey that refuses", () => {
  const on = valkeySites({}, "--maxmemory-policy", "noeviction");
  const { start, emptied, arrived } = on;
  const fill = () => on.operator.config("SET", "maxmemory", "1");
  const free = () => on.operator.config("SET", "maxmemory", "0");
  const said = (site: Site) => site.events("valkey.unwritable");

  it.each([
    ["is full", "OOM", () => fill()],
    ["is a read-only replica", "READONLY", () => on.operator.replicaof("127.0.0.1", 1)],
  ])("because it %s: the folder keeps and delivers, and an operator hears of it", async (_, code, refuse) => {
    const site = await start({ REDELIVERY_WAITS_S: "1,1,2", FORWARD_TIMEOUT_MS: "3000" });
    await refuse();
    on.forwarder.behave("status", { status: 500 });
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    expect(await site.waiting()).toHaveLength(1);
    on.forwarder.reset();
    await vi.waitFor(async () => expect(await site.waiting()).toEqual([]));
    expect(on.forwarder.received.map(({ fields }) => fields)).toEqual([
      ARRIVED("New Quote Request from Website"),
    ]);
    const codes = () => said(site).map((line) => `${line.level} ${line.code}`);
    await vi.waitFor(() => expect(codes()).toContain(`error ${code}`));
    expect(site.output()).not.toContain(FORM.email);
  });

  it("is heard of before anybody asks for a quote", async () => {
    await fill();
    const site = await start({ REDELIVERY_WAITS_S: "1" });
    await vi.waitFor(() => expect(said(site)).toMatchObject([{ code: "OOM" }]));
    const starts = () => [site.events("outbox.durable"), site.events("outbox.unwritable")];
    const expected = [[{ place: site.outboxDir }], [{ place: "Valkey", code: "OOM" }]];
    await vi.waitFor(() => expect(starts()).toMatchObject(expected));
  });

  it("is still asked for what waits too long in it", async () => {
    on.forwarder.behave("status", { status: 500 });
    const waits = { REDELIVERY_WAITS_S: "60" };
    const before = await startSite({ FORWARD_URL: on.forwarder.url, ...waits });
    await postForm(before.url, "/quote");
    await before.stop();
    const [kept] = await before.waiting();
    const old = { ...kept, receivedAt: new Date(Date.now() - 20 * 60_000).toISOString() };
    await writeFile(join(before.outboxDir, "new", `${kept?.id}.json`), JSON.stringify(old));
    const mover = await start({ ...waits, OUTBOX_DIR: before.outboxDir });
    await vi.waitFor(() => expect(mover.events("outbox.moved")).toHaveLength(1));
    await mover.stop();
    await fill();
    const site = await start(waits);
    await vi.waitFor(() => expect(site.events("outbox.waiting")).toMatchObject([{ waiting: 1 }]));
    expect(site.events("outbox.waiting")[0]?.advice).toContain("npm run outbox");
  });

  it("what the folder keeps is moved over once it takes again, and sent once", async () => {
    // Looks every 2 s, tries again after 8.
    const site = await start({ REDELIVERY_WAITS_S: "8" });
    await fill();
    on.forwarder.behave("status", { status: 500 });
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    expect((await postForm(site.url, "/contact")).status).toBe(503);
    await vi.waitFor(() => expect(said(site)).toHaveLength(1));
    await free();
    // A request that is being sent is moved at the next poll.
    const moved = () => site.events("outbox.moved").reduce((sum, line) => sum + Number(line.moved), 0);
    await vi.waitFor(() => expect(moved()).toBe(2));
    expect(await site.waiting()).toEqual([]);
    on.forwarder.reset();
    await emptied(site);
    expect(on.forwarder.received).toHaveLength(2);
  });

  it("what was accepted meanwhile is not sent again by another process", async () => {
    // The other one takes it up after 8 s.
    const waits = { REDELIVERY_WAITS_S: "8", FORWARD_TIMEOUT_MS: "3000" };
    const [first] = [await start(waits), await start(waits)];
    on.forwarder.behave("slow", { ms: 1_500 });
    const answer = postForm(first.url, "/quote");
    await arrived(1);
    await on.operator.replicaof("127.0.0.1", 1);
    expect((await answer).status).toBe(303);
    await on.operator.replicaof("NO", "ONE");
    await vi.waitFor(async () => expect(await on.operator.hkeys("site:new")).toEqual([]));
    expect(on.forwarder.received).toHaveLength(1);
  });
});

describe.skipIf(noValkey)("a folder with an entry that cannot be read", () => {
  const on = valkeySites();

  it("is named while Valkey is up, and keeps none of the others", async () => {
    const dir = await mkdtemp(join(tmpdir(), "outbox-"));
    const before = await startSite({ FORWARD_URL: on.forwarder.url, OUTBOX_DIR: dir });
    on.forwarder.behave("status", { status: 500 });
    await postForm(before.url, "/quote");
    await before.stop();
    await mkdir(join(dir, "new", "a-folder.json"));
    await writeFile(join(dir, "new", "half.json"), '{"id":');
    const site = await on.start({ OUTBOX_DIR: dir });
    await vi.waitFor(() => expect(site.events("outbox.moved")).toMatchObject([{ moved: 1 }]));
    const files = site.events("outbox.damaged").map(({ file }) => file);
    expect(files.sort()).toEqual(["a-folder.json", "half.json"]);
    expect(await on.ready(site)).toMatchObject({ waiting: 3 });
  });
});
