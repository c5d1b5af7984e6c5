import { beforeEach, expect, it } from "vitest";
import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import { makeMessages } from "~/monitoring/messages.server";
import type { Attempt } from "~/quote/delivery/channel.server";
import { makeChannelWatch } from "~/quote/delivery/channel-watch.server";
import { makeCourier } from "~/quote/delivery/courier.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { DAY, MINUTE, sampleRequest } from "../submit/sample-request";
import { clock, dir, forward, freshOutbox, mail as mailing, pass } from "./courier-setup";

freshOutbox();

/** What the owner reads of trouble, as type and kind. */
let told: string[];
let unstored: (answer: DeliveryClass) => Promise<void>;
let post: (channel: "forward" | "mail", answer: DeliveryClass) => Promise<Attempt>;
beforeEach(() => {
  told = [];
  const toMessage = makeMessages();
  const log: Log = (...line) => {
    const message = toMessage(...line);
    if (message && message.type !== "request.arrived") told.push(`${message.type} ${message.kind}`);
  };
  const { watch, review } = makeChannelWatch(log);
  const [relay, mail] = [forward("unreachable"), mailing("mail-accepted", 15 * MINUTE)];
  const channels = { forward: watch(relay), mail: watch(mail) };
  post = (channel, answer) => {
    (channel === "mail" ? mail : relay).answer = answer;
    return channels[channel].send(sampleRequest());
  };
  unstored = async (answer) => {
    relay.answer = answer;
    const full = () => Promise.reject(new Error());
    const outbox = { ...openOutbox(dir), accept: async () => {}, take: full };
    const leaderLock = { acquire: async () => true, release: async () => {} };
    const logs = { log, hourly: hourlyLog(() => {}), now: () => clock };
    const deps = { outbox, channels: [channels.forward], waitsS: [900], firstAttemptMs: 0, leaderLock };
    const { take } = makeCourier({ ...deps, ...logs, channelWatch: { review } });
    await take(sampleRequest(), async () => undefined);
    await review(outbox);
  };
});

it("a channel that has accepted nothing for a day, though requests were tried, is told once a day", async () => {
  for (let hour = 0; hour < 24; hour++) {
    await post("forward", "unreachable");
    await post("mail", "mail-accepted");
    pass(60 * MINUTE);
  }
  expect(told).toEqual([]);
  await post("forward", "server-error");
  await post("forward", "server-error");
  expect(told).toEqual(["trouble channel.stuck forward"]);
  pass(DAY);
  await post("forward", "server-error");
  expect(told).toHaveLength(2);
});

it("a channel that accepts a request is stuck no more, and the owner reads that", async () => {
  for (const answer of ["throttled", "throttled", "presumed-accepted"] as const) {
    await post("forward", answer);
    pass(DAY);
  }
  expect(told).toEqual(["trouble channel.stuck forward", "trouble.over channel.stuck forward"]);
  // A day without visitors is no trouble.
  await post("forward", "throttled");
  expect(told).toHaveLength(2);
});

it("a form that is not activated is told though the request could not be stored, and over when the form accepts", async () => {
  await unstored("needs-activation");
  await unstored("accepted");
  expect(told).toEqual([
    "trouble quote.kept forward",
    "trouble quote.lost",
    "trouble.over quote.kept forward",
  ]);
});
