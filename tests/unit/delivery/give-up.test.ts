import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { DAY, MINUTE, sampleRequest } from "../submit/sample-request";
import {
  clock,
  counts,
  dir,
  events,
  failing,
  forward,
  freshOutbox,
  lying,
  mail,
  pass,
  requests,
  setUp,
  told,
} from "./courier-setup";

freshOutbox();

const { id } = sampleRequest();
/** So many attempts by the forwarder, the last of them now, and due again. */
const tried = (count: number) => ({ forward: { count, at: clock.toISOString(), class: "throttled" } });

describe("giving up", () => {
  it("comes after 14 days, is told, and is over where an operator moves the request back", async () => {
    const channel = forward("refused");
    const { outbox, look } = setUp([channel]);
    await outbox.store({ ...sampleRequest(), waitingSince: clock.toISOString(), tries: tried(9) });
    await look(14 * DAY - MINUTE);
    await look(2 * 60 * MINUTE);
    expect(channel.sent).toHaveLength(2);
    await look(0);
    expect(await counts()).toEqual({ waiting: 0, dead: 1 });
    const advice = expect.stringContaining("Not accepted in 14 days");
    expect(told("quote.dead")).toMatchObject([{ level: "error", facts: { id, form: "quote", advice } }]);
    await rename(join(dir, "dead", `${id}.json`), join(dir, "new", `${id}.json`));
    await look(0);
    expect(channel.sent).toHaveLength(3);
    expect(await counts()).toEqual({ waiting: 1, dead: 0 });
  });

  it("goes on with the others where the disk does not take one", async () => {
    const channel = forward("accepted");
    const { outbox, look } = setUp([channel], { moveToDead: failing("ENOSPC") });
    const [old, young] = requests(2) as [StoredRequest, StoredRequest];
    pass(15 * DAY);
    await outbox.store({ ...old, waitingSince: old.receivedAt, tries: tried(10) });
    await outbox.store({ ...young, receivedAt: clock.toISOString() });
    await look();
    await look();
    expect(channel.sent).toHaveLength(1);
    const advice = expect.stringContaining("free disk space");
    expect(told("outbox.unwritable")).toMatchObject([{ facts: { id: old.id, code: "ENOSPC", advice } }]);
  });

  it("comes after three redirects, which may each have been thanks, and tells the owner where to look", async () => {
    const channel = forward("redirected", { status: 302 });
    const { outbox, look } = setUp([channel]);
    await outbox.store(sampleRequest());
    for (let day = 0; day < 20; day++) await look(DAY);
    expect(channel.sent).toHaveLength(3);
    expect(await counts()).toEqual({ waiting: 0, dead: 1 });
    const advice = expect.stringContaining("Check your mailbox");
    expect(told("quote.dead")).toMatchObject([{ level: "error", facts: { advice } }]);
  });

  it("on one of two channels tells which never had it, and the request is kept as sent", async () => {
    const { outbox, look } = setUp([forward("accepted"), mail("mail-refused")]);
    await outbox.store(sampleRequest());
    for (let day = 0; day < 20; day++) await look(DAY);
    expect(await lying("sent")).toMatchObject([{ sent: { channel: "forward" } }]);
    expect(events()).not.toContain("quote.dead");
    expect(told("quote.halved")).toMatchObject([{ level: "error", facts: { id, missing: ["mail"] } }]);
  });
});
