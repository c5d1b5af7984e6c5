import { describe, expect, it, vi } from "vitest";
import { now } from "~/cli/outbox/change";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { MINUTE, sampleRequest } from "../submit/sample-request";
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
  setUp,
  told,
} from "./courier-setup";

freshOutbox();

const { id } = sampleRequest();
const SENT = { kind: "sent" };

describe("what the disk does not take", () => {
  /** A site whose disk refuses the notes of attempts, until it is repaired. */
  function withBrokenNotes(...channels: ReturnType<typeof forward>[]) {
    const folder = openOutbox(dir);
    let isBroken = true;
    const refused = failing("EROFS");
    const store = (request: StoredRequest) =>
      isBroken && request.attempts ? refused() : folder.store(request);
    const accept = (request: StoredRequest) => (isBroken ? refused() : folder.accept(request));
    const repair = () => {
      isBroken = false;
    };
    return { ...setUp(channels, { ...folder, store, accept }), folder, repair };
  }

  it("is written as soon as it does: until then it waits as long as any other, and an operator may free it", async () => {
    const channel = forward("refused");
    const { submit, look, folder, repair } = withBrokenNotes(channel);
    await submit();
    for (let n = 0; n < 3; n++) await look();
    expect(channel.sent).toHaveLength(2);
    repair();
    await look();
    expect(await lying("new")).toMatchObject([{ tries: { forward: { count: 2 } } }]);
    await now(id, [folder]);
    await look();
    expect(channel.sent).toHaveLength(3);
  });

  it("is an acceptance: the request is not sent again, and leaves once the disk lets it", async () => {
    const channel = forward("accepted");
    const { submit, look, repair } = withBrokenNotes(channel);
    expect(await submit()).toEqual(SENT);
    await look(20 * MINUTE);
    expect(await counts()).toEqual({ waiting: 1, dead: 0 });
    repair();
    await look();
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
    expect(channel.sent).toHaveLength(1);
    expect(told("outbox.unwritable")).toMatchObject([
      {
        level: "error",
        facts: { id, code: "EROFS", advice: expect.stringContaining("npm run outbox forget") },
      },
    ]);
    expect(events()).not.toContain("outbox.waiting");
  });

  it("is the acceptance by one of two channels: that one is not asked again", async () => {
    const channel = forward("accepted");
    const { submit, look } = withBrokenNotes(channel, mail("mail-unreachable"));
    await submit();
    for (let n = 0; n < 4; n++) await look(2 * 60 * MINUTE);
    expect(channel.sent).toHaveLength(1);
  });

  it("is forgotten where the same words come as another request", async () => {
    const channel = forward("accepted");
    const { submit, look, folder, repair } = withBrokenNotes(channel);
    await submit();
    repair();
    await folder.remove(id);
    pass(2 * 60 * MINUTE);
    await folder.store({ ...sampleRequest(), receivedAt: clock.toISOString() });
    await look();
    expect(channel.sent).toHaveLength(2);
    expect(await counts()).toEqual({ waiting: 0, dead: 0 });
  });

  it.each([
    ["by all", "mail-accepted", []],
    ["by one", "mail-unreachable", [{ tries: { forward: { accepted: true }, mail: { count: 1 } } }]],
  ] as const)("and writes late, accepted %s meanwhile, is not sent again", async (_name, second, waiting) => {
    const channels = [forward("accepted"), mail(second)];
    let land = () => {};
    const late = new Promise<void>((resolve) => {
      land = resolve;
    });
    const { outbox, submit, look } = setUp(channels, { take: () => Promise.reject(new DiskTimeout(late)) });
    expect(await submit()).toEqual(SENT);
    await outbox.store(sampleRequest());
    await look(); // Also if the redelivery sees it first.
    land();
    await vi.waitFor(async () => expect(await lying("new")).toMatchObject(waiting));
    expect(channels[0]?.sent).toHaveLength(1);
  });
});
