import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Channel } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { countAll } from "~/quote/outbox/several.server";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  clock,
  DAY,
  dir,
  events,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  placed,
  setUp,
} from "./redelivery-setup";

freshOutbox();

/** With MAIL_AFTER_S=0 mail sends at once, as the forwarder does. */
const mail = (send: Channel["send"]): Channel => ({ name: "mail", afterMs: 0, send });

const HOUR = 60 * MINUTE;
const { id } = sampleRequest();
const sentFile = async () => JSON.parse(await readFile(join(dir, "sent", `${id}.json`), "utf8"));

it("each channel gets a request once, and it moves to sent/ when both have it", async () => {
  const [first, second] = [answering("accepted"), answering("mail-accepted")];
  const { outbox, look } = setUp([forward(first), mail(second)]);
  await outbox.store(sampleRequest());
  pass(MINUTE);
  for (let n = 0; n < 4; n++) await look();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
  expect(await placed()).toEqual({ waiting: 0, dead: 0 });
  // Whichever was first.
  expect(await sentFile()).toMatchObject({
    sent: { channel: expect.stringMatching(/^(forward, mail|mail, forward)$/) },
  });
});

it("what one has accepted it never gets again, not from the next process either; the other is tried until it accepts", async () => {
  const first = answering("accepted");
  const down = answering("mail-unreachable");
  const before = setUp([forward(first), mail(down)]);
  await before.outbox.store(sampleRequest());
  pass(MINUTE);
  for (let n = 0; n < 3; n++) {
    await before.look();
    pass(2 * HOUR);
  }
  expect(down.mock.calls.length).toBeGreaterThan(1);
  expect(await countAll([before.outbox])).toMatchObject({ waiting: 0, partial: 1, oldest: undefined });
  const second = answering("mail-accepted");
  const after = setUp([forward(first), mail(second)], openOutbox(dir));
  for (let n = 0; n < 3; n++) await after.look();
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
  expect(await placed()).toEqual({ waiting: 0, dead: 0 });
});

it("nobody is alarmed as for a request that nobody has: it is a warning, and over when both have it", async () => {
  const { outbox, look } = setUp([forward(answering("accepted")), mail(answering("mail-unreachable"))]);
  await outbox.store(sampleRequest());
  pass(MINUTE);
  for (let n = 0; n < 3; n++) await look();
  pass(20 * MINUTE);
  await look();
  expect(events()).not.toContain("outbox.waiting");
  expect(lines).toContainEqual({
    level: "warn",
    event: "outbox.partial",
    facts: {
      partial: 1,
      oldestMinutes: 21,
      advice: expect.stringContaining("These requests have reached you by one channel"),
    },
  });
});

it("after 14 days the owner learns which channel never had it, and it is kept as sent by the other", async () => {
  const second = answering("mail-refused");
  const { outbox, look } = setUp([forward(answering("accepted")), mail(second)]);
  await outbox.store(sampleRequest());
  pass(MINUTE);
  for (let n = 0; n < 20; n++) {
    await look();
    pass(DAY);
  }
  expect(await placed()).toEqual({ waiting: 0, dead: 0 });
  expect(await sentFile()).toMatchObject({ sent: { channel: "forward" } });
  expect(events()).not.toContain("quote.dead");
  const told = lines.filter(({ event }) => event === "quote.halved");
  expect(told).toMatchObject([{ level: "error", facts: { id, missing: ["mail"] } }]);
});

it("a request that neither accepts in 14 days is given up as ever", async () => {
  const { outbox, look } = setUp([forward(answering("refused")), mail(answering("mail-refused"))]);
  await outbox.store(sampleRequest());
  pass(MINUTE);
  for (let n = 0; n < 20; n++) {
    await look();
    pass(DAY);
  }
  expect(await placed()).toEqual({ waiting: 0, dead: 1 });
  expect(events()).toContain("quote.dead");
});

it("where the disk takes no note, the channel that accepted is not asked again all the same", async () => {
  const folder = openOutbox(dir);
  await folder.store(sampleRequest());
  const full = async () => Promise.reject(Object.assign(new Error(), { code: "ENOSPC" }));
  const first = answering("accepted");
  const { look } = setUp([forward(first), mail(answering("mail-unreachable"))], { ...folder, store: full });
  pass(MINUTE);
  for (let n = 0; n < 4; n++) {
    await look();
    pass(2 * HOUR);
  }
  expect(first).toHaveBeenCalledTimes(1);
});

it("while the process that took it may still be at it, no other starts the channel that has no note yet", async () => {
  const first = answering("accepted");
  const second = answering("mail-accepted");
  const { outbox, look } = setUp([forward(first), mail(second)]);
  const at = clock.toISOString();
  await outbox.store({
    ...sampleRequest(),
    receivedAt: at,
    tries: { forward: { count: 1, at, class: "accepted", accepted: true } },
  });
  pass(14_000);
  await look();
  expect(second).not.toHaveBeenCalled();
  pass(1_000);
  await look();
  expect(second).toHaveBeenCalledTimes(1);
  expect(first).not.toHaveBeenCalled();
});

it("what one channel accepted is done once the settings name that one alone", async () => {
  const first = answering("accepted");
  const { outbox, look } = setUp([forward(first)]);
  const at = clock.toISOString();
  await outbox.store({
    ...sampleRequest(),
    tries: { forward: { count: 1, at, class: "accepted", accepted: true } },
  });
  pass(MINUTE);
  await look();
  expect(first).not.toHaveBeenCalled();
  expect(await readdir(join(dir, "new"))).toEqual([]);
  expect(await sentFile()).toMatchObject({ sent: { at, channel: "forward", class: "accepted" } });
  expect(events()).not.toContain("quote.halved");
});
