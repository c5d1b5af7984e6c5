import { mkdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { DAY, MINUTE, sampleRequest } from "../submit/sample-request";
import {
  clock,
  dir,
  events,
  forward,
  freshOutbox,
  lines,
  mail,
  requests,
  setUp,
  told,
} from "./courier-setup";

/** What the operator is told of requests that wait too long. */

freshOutbox();

it("requests that wait longer than 15 minutes are told each hour", async () => {
  const { outbox, look } = setUp([]);
  for (const stored of requests(2)) await outbox.store(stored);
  await look(14 * MINUTE);
  expect(lines).toEqual([]);
  await look(2 * MINUTE);
  await look(0);
  const facts = { waiting: 2, oldestMinutes: 16 };
  expect(lines).toMatchObject([{ level: "error", event: "outbox.waiting", facts }]);
  await look(60 * MINUTE);
  expect(events()).toEqual(["outbox.waiting", "outbox.waiting"]);
});

it("one over the rate limit is told only when it waits longer than 15 minutes past its time", async () => {
  const { outbox, look } = setUp([]);
  const heldUntil = new Date(clock.getTime() + 60 * MINUTE).toISOString();
  await outbox.store({ ...sampleRequest(), heldUntil });
  await look(74 * MINUTE);
  expect(lines).toEqual([]);
  await look(2 * MINUTE);
  expect(told("outbox.waiting")).toMatchObject([{ facts: { waiting: 1, oldestMinutes: 16 } }]);
});

it("one that another channel has brought to the owner is a warning", async () => {
  const { outbox, look } = setUp([forward("accepted"), mail("mail-unreachable")]);
  await outbox.store(sampleRequest());
  await look();
  await look(20 * MINUTE);
  expect(events()).not.toContain("outbox.waiting");
  const advice = expect.stringContaining("These requests have reached you by one channel");
  const facts = { partial: 1, oldestMinutes: 21, advice };
  expect(told("outbox.partial")).toMatchObject([{ level: "warn", facts }]);
});

it("a file that is no request is told once, waits as any other, and stops none", async () => {
  const channel = forward("accepted");
  const { outbox, look } = setUp([channel]);
  await mkdir(join(dir, "new"), { recursive: true });
  await writeFile(join(dir, "new", "half.json"), '{"id":');
  await utimes(join(dir, "new", "half.json"), clock, clock);
  await outbox.store(sampleRequest());
  await look();
  await look(3 * DAY);
  expect(channel.sent).toHaveLength(1);
  expect(told("outbox.damaged")).toMatchObject([{ level: "error", facts: { file: "half.json" } }]);
  const facts = { waiting: 1, oldestMinutes: 3 * 24 * 60 + 1 };
  expect(told("outbox.waiting")).toMatchObject([{ level: "error", facts }]);
});
