import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { FORM, postForm } from "../post";
import { HOUR, makeWorld } from "./shifted-site";

/** What an owner hears of an outage from beginning to end: the built site on a clock that jumps. */

/** Hours from one look to the next. */
const STEP = 8;

it("an outage of 14 days: at most 24 messages, and giving up is messages though the webhook was away", async () => {
  const first = [16, HOUR + 1, 3 * HOUR];
  const steps = Array<number>((14 * 24) / STEP).fill(STEP * HOUR);
  const world = await makeWorld({}, undefined, [...first, ...steps, 6 * HOUR, 10]);
  onTestFinished(world.end);
  const { forwarder, receiver, site, dir, messages } = world;
  forwarder.behave("status", { status: 503 });
  await world.looked();
  await postForm(site.url, "/quote", FORM);
  const dead = () => readdir(join(dir, "dead"));
  for (const minutes of [...first, ...steps.slice(1)]) await world.pass(minutes);
  expect(await dead()).toEqual([]);
  const outage = messages().length;

  receiver.behave("refuse");
  await world.pass(STEP * HOUR);
  await vi.waitFor(async () => expect(await dead()).toHaveLength(1));
  const titles = () => messages().map(({ data }) => data.title);
  // It is refused.
  await vi.waitFor(() => expect(titles()).toContain("1 request GIVEN UP: call the visitor"));
  await world.pass(6 * HOUR);
  expect(site.events("quote.dead")).toHaveLength(1);
  receiver.received.length = 0;
  receiver.behave("accept");
  await world.pass(10);
  await vi.waitFor(() => expect(titles()).toContain("1 request GIVEN UP: call the visitor"));
  process.stdout.write(`14 days of outage: ${outage} messages, then: ${titles().join("; ")}\n`);
  expect(outage).toBeLessThanOrEqual(24);
  expect(titles().filter((title) => /^Over|Resolved/.test(title))).toEqual([]);
  expect(JSON.stringify(messages())).not.toMatch(new RegExp(`${FORM.fullName}|${FORM.phone.slice(-8)}`));
  expect(world.beats()).toBe(0);
});
