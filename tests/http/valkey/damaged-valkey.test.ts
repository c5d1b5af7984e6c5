import { describe, expect, it, vi } from "vitest";
import type { Site } from "../../start-site";
import { noValkey } from "../../valkey-server";
import { FORM, postForm } from "../post";
import { valkeySites } from "./valkey-sites";

/** What somebody, or a fault, has written into Valkey beside the site. */
describe.skipIf(noValkey)("a Valkey that holds what the site did not write", () => {
  const on = valkeySites({ REDELIVERY_WAITS_S: "4", FORWARD_TIMEOUT_MS: "3000" });
  const { start, command, ready } = on;
  const ids = () => on.operator.hkeys("site:new");
  const write = (site: Site, n: number) => postForm(site.url, "/quote", { ...FORM, projectLocation: `${n}` });

  it("a broken request is set aside alone: the others are sent, the site is ready, one line says so", async () => {
    const both = [await start(), await start()] as const;
    on.forwarder.behave("status", { status: 500 });
    await write(both[0], 1);
    const [damaged = ""] = await ids();
    await on.operator.hset("site:new", damaged, '{"id":"renee@exa');
    for (let n = 2; n <= 4; n++) await write(both[0], n);
    on.forwarder.reset();
    await vi.waitFor(() => expect(on.forwarder.received).toHaveLength(3));
    const expected = { status: 200, outbox: "writable", waiting: 0, dead: 1 };
    for (const site of both) await vi.waitFor(async () => expect(await ready(site)).toMatchObject(expected));
    const lines = both.flatMap((site) => site.events("outbox.damaged"));
    expect(lines).toMatchObject([{ level: "error", file: damaged }]);
    expect(both.flatMap((site) => site.events("site.fault"))).toEqual([]);
    expect(both.map((site) => site.output()).join()).not.toContain("renee@exa");
    expect((await command("list")).said).toContain(`1 dead\n  ${damaged}`);
    // What is left of it can be read.
    expect((await command("show", damaged)).said).toContain("renee@exa");
  });

  it("a visitor who sends such a request again has it sent", async () => {
    const site = await start();
    on.forwarder.behave("status", { status: 500 });
    await write(site, 1);
    const [damaged = ""] = await ids();
    await on.operator.hset("site:new", damaged, "{");
    on.forwarder.reset();
    await write(site, 1);
    expect(on.forwarder.received).toHaveLength(1);
    await vi.waitFor(async () => expect(await ready(site)).toMatchObject({ status: 200, waiting: 0 }));
  });

  it("the commands take nothing but an id", async () => {
    const site = await start();
    for (const verb of ["show", "now", "again", "forget"]) {
      const { code, said } = await command(verb, "meta");
      const words = "meta is not an id: an id has 32 digits, 0 to 9 and a to f.\n";
      expect([code, said], verb).toEqual([1, words]);
    }
    expect((await ready(site)).status).toBe(200);
  });

  it.each(["", "0123", "not a key"])('a key that is none ("%s") is named, and never used', async (text) => {
    await on.operator.set("site:key", text);
    const site = await start();
    on.forwarder.behave("status", { status: 500 });
    await write(site, 1);
    await write(site, 2);
    const lines = site.events("outbox.key");
    expect(lines).toMatchObject([{ level: "error", code: "EDAMAGED" }]);
    expect(lines[0]?.advice).toContain("site:key");
    // The folder's own serves, so that equal requests stay one.
    await write(site, 1);
    expect(await ready(site)).toMatchObject({ waiting: 2 });
    await on.operator.del("site:key");
    await write(site, 1);
    expect(await on.operator.get("site:key")).toMatch(/^[0-9a-f]{64}$/);
    expect(await ready(site)).toMatchObject({ waiting: 2 });
  });
});
