import { describe, expect, it, vi } from "vitest";
import { noValkey } from "../../valkey-server";
import { FORM, postForm } from "../post";
import { valkeySites } from "./valkey-sites";

describe.skipIf(noValkey)("what was accepted, in Valkey", () => {
  const on = valkeySites({ REDELIVERY_WAITS_S: "1" });
  const { start, ready, arrived } = on;
  const command = async (...args: string[]) => (await on.command(...args)).said;
  const idIn = (text: string) => /[0-9a-f]{32}/.exec(text)?.[0] ?? "";

  it("is listed and shown, is sent again within the hour when the operator says so, and then forgotten", async () => {
    // Both remember that it was accepted: one sent it, the other was asked.
    const both = [await start(), await start()] as const;
    for (const site of both) expect((await postForm(site.url, "/quote")).status).toBe(303);
    await arrived(1);
    const list = await command("list");
    expect(list).toMatch(/^0 waiting\n1 sent\n {2}[0-9a-f]{32} .* by forward, accepted\n0 dead\n$/);
    const id = idIn(list);
    expect(JSON.parse(await command("show", id))).toMatchObject({
      request: { email: FORM.email },
      sent: { channel: "forward", class: "accepted" },
    });
    expect(await on.operator.ttl(`site:sent:${id}`)).toBeGreaterThan(29 * 86_400);

    // The service has trouble, so that each of the two has it in hand.
    on.forwarder.behave("status", { status: 500 });
    await command("again", id);
    expect(await command("list")).toMatch(/^1 waiting\n.*\n0 sent\n0 dead\n$/);
    await vi.waitFor(() => expect(on.forwarder.received.length).toBeGreaterThanOrEqual(3));
    on.forwarder.reset();
    await arrived(1);
    await vi.waitFor(async () => expect(await ready(both[0])).toMatchObject({ waiting: 0 }));
    expect(await command("list")).toContain("1 sent");

    await command("forget", id);
    expect(await command("list")).toContain("0 sent");
    expect(await on.command("show", id)).toEqual({ code: 1, said: `There is no request ${id}.\n` });
  });

  it("is not kept at all with KEEP_SENT_DAYS=0, and for as many days as it says", async () => {
    const none = await start({ KEEP_SENT_DAYS: "0" });
    await postForm(none.url, "/quote");
    await arrived(1);
    expect(await command("list")).toContain("0 sent");
    for (const key of await on.operator.keys("*")) {
      const dump = await on.operator.dump(key);
      expect([key, dump?.includes("renee")]).toEqual([key, false]);
    }
    const some = await start({ KEEP_SENT_DAYS: "3" });
    await postForm(some.url, "/contact");
    const id = idIn(await command("list"));
    const ttl = await on.operator.ttl(`site:sent:${id}`);
    expect([ttl > 2 * 86_400, ttl <= 3 * 86_400]).toEqual([true, true]);
  });

  it("if it is only presumed, is kept, and a visitor who sends it again is sent again", async () => {
    const settings = { FORWARD_URL: `${on.forwarder.origin}/test` };
    const both = [await start(settings), await start(settings)] as const;
    on.forwarder.behave("status", { status: 200, body: "<h1>Welcome</h1>" });
    for (const site of [both[0], both[0], both[1]]) {
      expect((await postForm(site.url, "/quote")).status).toBe(303);
    }
    await arrived(3);
    expect(await command("list")).toMatch(/1 sent\n.*presumed-accepted/);
    expect(both.flatMap((site) => site.events("quote.repeated"))).toEqual([]);
    // What waits of it is sent, whoever presumed that it was accepted.
    on.forwarder.behave("status", { status: 500 });
    expect((await postForm(both[0].url, "/quote")).status).toBe(503);
    on.forwarder.reset();
    await arrived(1);
    await vi.waitFor(async () => expect(await ready(both[1])).toMatchObject({ waiting: 0 }));
  });
});
