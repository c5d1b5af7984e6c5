import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import type { Level } from "~/config/log.server";
import type { Look, Place } from "~/monitoring/mailbox.server";
import { makeTestRequest } from "~/monitoring/test-request.server";
import type { Channel } from "~/quote/delivery/deliver.server";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import type { ChannelName } from "~/quote/outbox/stored-request.server";

/** What became of one test. `advice`: what the owner reads if it is not well. */
export type Proof = {
  /** `failed`: it could not be made, so it says nothing about requests. */
  state: "arrived" | "spam" | "missing" | "failed";
  level: Level;
  /** Absent if the mailbox failed, which concerns every channel. */
  channel?: ChannelName;
  advice?: string;
  /** For the log; nothing personal. */
  facts: { seconds?: number; folder?: string; code?: string; class?: string };
};

/** How long a test may take to arrive, and the pause between two looks (milliseconds). */
const PATIENCE = { forMs: 15 * 60_000, everyMs: 30_000 };
/** A mailbox that is away for a moment is no trouble. */
const TRIES = 3;

const NOTES = "Sent by the site itself to prove that requests arrive. Nobody waits for a reply. Id:";
const COMPARE =
  "Compare the requests in `npm run outbox export` with your mailbox, and resend what is missing with `npm run outbox again ID`.";

/**
 * Sends one request marked TEST by each channel and looks for each in the mailbox, until all were found or the time is
 * over. Never throws.
 */
export async function prove(
  channels: readonly Channel[],
  look: Look,
  { business, keepSentDays }: Pick<Config, "business" | "keepSentDays">,
  { forMs, everyMs } = PATIENCE,
): Promise<Proof[]> {
  // First the mailbox: a test that nobody looks for would only be in the way.
  const broken = await login(look, everyMs);
  if (broken) return [broken];
  const proofs: Proof[] = [];
  const waiting = new Map<string, ChannelName>();
  for (const { name: channel, send } of channels) {
    const id = randomBytes(16).toString("hex");
    const attempt = await send(makeTestRequest(business, `${NOTES} ${id}`));
    const { stored, level, advice } = ruleOf(attempt.class);
    const facts = { class: attempt.class, code: attempt.code };
    if (stored === "kept") proofs.push({ state: "failed", level, channel, advice, facts });
    else waiting.set(id, channel);
  }
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);

  let failure: Proof | undefined;
  while (waiting.size > 0) {
    const found = await look([...waiting.keys()]).catch((error) => {
      failure = unsearchable(error);
    });
    if (found) failure = undefined;
    for (const [id, place] of found ?? []) {
      const channel = waiting.get(id) as ChannelName;
      waiting.delete(id);
      proofs.push(asFound(channel, place, seconds()));
    }
    if (waiting.size === 0 || performance.now() - began >= forMs) break;
    await sleep(everyMs, undefined, { ref: false });
  }
  if (failure) return [...proofs, failure];
  const kept =
    keepSentDays > 0
      ? `The site keeps each request for ${keepSentDays} days.`
      : "The site keeps no copy: set KEEP_SENT_DAYS.";
  for (const channel of waiting.values()) {
    const by = channel === "mail" ? "mail server" : "forwarding service";
    const advice = `The ${by} accepted a request marked TEST, but it did not arrive in your mailbox, so requests may be lost on the way. ${kept} ${COMPARE} Then ask whoever runs the ${by}.`;
    proofs.push({ state: "missing", level: "error", channel, advice, facts: { seconds: seconds() } });
  }
  return proofs;
}

function asFound(channel: ChannelName, { folder, isSpam }: Place, seconds: number): Proof {
  const facts = { seconds, folder };
  if (!isSpam) return { state: "arrived", level: "info", channel, facts };
  const advice =
    "A request marked TEST arrived in the spam folder of your mailbox, so look there for requests, too. Mark it as no spam, and add its sender to your contacts.";
  return { state: "spam", level: "error", channel, advice, facts };
}

async function login(look: Look, everyMs: number): Promise<Proof | undefined> {
  for (let tries = 1; ; tries++) {
    const failure = await look([]).then(() => undefined, unsearchable);
    if (!failure || tries === TRIES || failure.facts.code === "EAUTH") return failure;
    await sleep(everyMs, undefined, { ref: false });
  }
}

/** The mailbox failed, so nothing was proved. Of the error only its code is kept; `EAUTH`: the login is refused. */
export function unsearchable(error: unknown): Proof {
  const { authenticationFailed } = error as { authenticationFailed?: boolean };
  const code = authenticationFailed ? "EAUTH" : errorCode(error);
  const what =
    code === "EAUTH"
      ? "Your mailbox refuses the login. Check user and password in MAILBOX_URL; some providers want an app password."
      : "Your mailbox cannot be searched. Check host and port in MAILBOX_URL and this server's network.";
  const advice = `${what} Requests are sent as before, but nobody checks whether they arrive.`;
  return { state: "failed", level: "error", advice, facts: { code } };
}
