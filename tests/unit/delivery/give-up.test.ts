import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  byMail,
  clock,
  DAY,
  dir,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  placed,
  requests,
  setUp,
  tried,
} from "./redelivery-setup";

freshOutbox();

describe("giving up", () => {
  it("goes on with the others where one cannot be given up", async () => {
    const send = answering("accepted");
    const full = () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
    const { outbox, look } = setUp([forward(send)], { ...openOutbox(dir), moveToDead: full });
    const [old, young] = requests(2) as [StoredRequest, StoredRequest];
    pass(15 * DAY);
    await outbox.store({ ...old, waitingSince: old.receivedAt, tries: tried(10) });
    await outbox.store({ ...young, receivedAt: clock.toISOString() });
    pass(MINUTE);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(lines.filter(({ event }) => event === "outbox.unwritable")).toMatchObject([
      {
        level: "error",
        facts: { id: old.id, code: "ENOSPC", advice: expect.stringContaining("free disk space") },
      },
    ]);
  });

  it("gives up after 14 days, and tries again what is moved back by hand", async () => {
    const send = answering("refused");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store({ ...sampleRequest(), waitingSince: clock.toISOString(), tries: tried(9) });
    pass(14 * DAY - MINUTE);
    await look();
    // The tenth attempt, but not past the deadline.
    expect(send).toHaveBeenCalledTimes(1);
    pass(2 * 60 * MINUTE);
    await look();
    expect(await placed()).toMatchObject({ waiting: 1, dead: 0 });
    expect(send).toHaveBeenCalledTimes(2);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    expect(await placed()).toMatchObject({ waiting: 0, dead: 1 });
    expect(lines.at(-1)).toMatchObject({
      level: "error",
      event: "quote.dead",
      facts: {
        id: sampleRequest().id,
        form: "quote",
        advice: expect.stringContaining("Not accepted in 14 days"),
      },
    });
    const [name = ""] = await readdir(join(dir, "dead"));
    await rename(join(dir, "dead", name), join(dir, "new", name));
    await look();
    expect(send).toHaveBeenCalledTimes(3);
    expect(await placed()).toMatchObject({ waiting: 1 });
  });

  it("gives nothing up that is being sent, or that was changed since it was looked at", async () => {
    const folder = openOutbox(dir);
    const waitingSince = clock.toISOString();
    let isChanged = false;
    const read = async (id: string) => {
      const found = await folder.read(id);
      return found && isChanged ? { ...found, tries: {} } : found;
    };
    const { outbox, look, visitor } = setUp([], { ...folder, read });
    pass(15 * DAY);
    const old = { ...sampleRequest(), waitingSince, tries: tried(20) };
    await outbox.store(old);
    const { end, told } = visitor(old);
    await look();
    expect(await placed()).toMatchObject({ waiting: 1, dead: 0 });
    end();
    await told;
    isChanged = true;
    await look();
    expect(await placed()).toMatchObject({ waiting: 1, dead: 0 });
    isChanged = false;
    await look();
    expect(await placed()).toMatchObject({ waiting: 0, dead: 1 });
  });

  it("gives nothing up that was not tried: the machine was off, or the clock ahead", async () => {
    const send = answering("accepted");
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store({ ...sampleRequest(), waitingSince: clock.toISOString(), tries: tried(30) });
    pass(15 * DAY);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    const [other] = requests(1) as [StoredRequest];
    const ahead = new Date(clock.getTime() + 365 * DAY).toISOString();
    const tries = { forward: { count: 3, at: ahead, class: "throttled" } };
    await outbox.store({ ...other, waitingSince: clock.toISOString(), tries });
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    expect(await placed()).toMatchObject({ waiting: 0, dead: 0 });
  });

  it("sends three times to a service that says thanks by a redirect, then tells the owner where to look", async () => {
    const send = answering("redirected", { status: 302 });
    const { outbox, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    for (let day = 0; day < 20; day++) {
      pass(DAY);
      await look();
    }
    expect(send).toHaveBeenCalledTimes(3);
    expect(await placed()).toMatchObject({ waiting: 0, dead: 1 });
    expect(lines.find(({ event }) => event === "quote.dead")).toMatchObject({
      level: "error",
      facts: { advice: expect.stringContaining("Check your mailbox") },
    });
  });

  it("after three redirects it is still emailed, and then at rest", async () => {
    const [send, mail] = [answering("redirected", { status: 303 }), answering("mail-deferred")];
    const { outbox, look } = setUp([forward(send), byMail(mail)]);
    await outbox.store(sampleRequest());
    for (let day = 0; day < 8; day++) {
      pass(DAY);
      await look();
    }
    expect([send.mock.calls.length, await placed()]).toEqual([3, { waiting: 1, dead: 0 }]);
    mail.mockResolvedValue({ class: "mail-accepted", bytes: 0, ms: 1 });
    pass(DAY);
    await look();
    await look();
    expect(await placed()).toEqual({ waiting: 0, dead: 0 });
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("waits for days before one more copy of what may have arrived, and gives that up, too", async () => {
    const send = answering("unknown");
    const { outbox, look } = setUp([forward(send)]);
    const start = clock.toISOString();
    const next = new Date(clock.getTime() + 8 * DAY).toISOString();
    const last = { at: start, class: "unknown", next };
    const tries = { forward: { ...last, count: 6, uncertain: 6 } };
    await outbox.store({ ...sampleRequest(), waitingSince: start, tries });
    pass(7 * DAY);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(8 * DAY);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await placed()).toMatchObject({ waiting: 0, dead: 1 });
  });
});
