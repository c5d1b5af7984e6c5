import { beforeEach, expect, it } from "vitest";
import { makeMessages } from "~/monitoring/messages.server";
import { makeChannelWatch } from "~/quote/delivery/channel-watch.server";
import type { Attempt } from "~/quote/delivery/deliver.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { sampleRequest } from "../submit/sample-request";
import { answering, byMail, DAY, forward, freshOutbox, MINUTE, pass } from "./redelivery-setup";

freshOutbox();

/** What the owner reads, as type and event. */
let told: string[];
let post: (channel: "forward" | "mail", answer: DeliveryClass) => Promise<Attempt>;
beforeEach(() => {
  told = [];
  const toMessage = makeMessages();
  const { watch } = makeChannelWatch((...line) => {
    const message = toMessage(...line);
    if (message) told.push(`${message.type} ${message.data.event} ${message.kind.split(" ")[1]}`);
  });
  const [relay, mail] = [answering("unreachable"), answering("mail-accepted")];
  const channels = { forward: watch(forward(relay)), mail: watch(byMail(mail)) };
  post = (channel, answer) => {
    (channel === "mail" ? mail : relay).mockResolvedValue({ class: answer, bytes: 0, ms: 1 });
    return channels[channel].send(sampleRequest());
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
