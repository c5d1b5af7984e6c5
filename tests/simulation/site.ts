import { again, forget, now as makeDue } from "~/cli/outbox/change";
import { hourlyLog } from "~/log/hourly-log.server";
import type { Log } from "~/log/log.server";
import type { Attempt } from "~/quote/delivery/channel.server";
import { makeCourier } from "~/quote/delivery/courier.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { makeLeaderLock } from "~/quote/outbox/leader-lock.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { acceptedBy, parseStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { FIELDS, type FormKind, type QuoteValues } from "~/quote/request";
import { makeRateLimit, makeSubmit } from "~/quote/submit/submit.server";
import { DIR, LONGEST_ANSWER_MS } from "./settings";

/** The adapter: the only file of the simulation that knows the site's modules. It runs inside each simulated process. */

const RETRY_WAITS_S = [900, 3_600, 14_400, 43_200, 86_400];
const MAIL_AFTER_MS = 900_000;
const RATE_LIMIT = { max: 5, windowS: 600 };

/** What each result of a post is to the site. `presumed`: a 200 that does not say whether it accepted. */
const RESULTS = {
  forward: {
    accepted: { class: "accepted", status: 200 },
    presumed: { class: "presumed-accepted", status: 200 },
    "says no": { class: "refused", status: 200 },
    inactive: { class: "needs-activation", status: 200 },
    refuses: { class: "request-refused", status: 422 },
    down: { class: "server-error", status: 503 },
    redirects: { class: "redirected", status: 302 },
    unreachable: { class: "unreachable" },
    "no answer": { class: "unknown" },
  },
  mail: {
    accepted: { class: "mail-accepted", status: 250 },
    presumed: { class: "mail-accepted", status: 250 },
    "says no": { class: "mail-request-refused", status: 550 },
    inactive: { class: "mail-refused", status: 535 },
    refuses: { class: "mail-refused", status: 550 },
    down: { class: "mail-deferred", status: 451 },
    redirects: { class: "mail-deferred", status: 450 },
    unreachable: { class: "mail-unreachable" },
    "no answer": { class: "mail-unknown" },
  },
} satisfies Record<string, Record<string, Partial<Attempt>>>;

export type ChannelName = keyof typeof RESULTS;
export type Result = keyof typeof RESULTS.forward;
/** What is the same in two posts of the same request, whatever the site makes of it. */
export type Words = { form: FormKind; words: string };
/** `accepted`: the channels that have accepted a request that waits. */
export type Identified = Words & { id: string; receivedAt: string; accepted: string[] };

export type Setup = {
  /** The channels that send at once, and those that do so when a request has waited for 15 minutes. */
  channels: { atOnce: readonly ChannelName[]; late: readonly ChannelName[] };
  post: (channel: ChannelName, request: Identified) => Promise<Result>;
  log: Log;
  /** Called when the site gives a request up. */
  onGivenUp: (id: string) => void;
};

export type Answer = { kind: string; isHeld: boolean };

/** Starts a site over the outbox in `DIR`. `stop` is what SIGTERM does. */
export function startSite(
  { channels, post, log: write, onGivenUp }: Setup,
  openOutboxOf: (log: Log) => Outbox & { dir: string } = (log) => openOutbox(DIR, { log }),
) {
  const log: Log = (level, event, facts) => {
    if (event === "quote.dead") onGivenUp(String(facts.id));
    write(level, event, facts);
  };
  const outbox = openOutboxOf(log);
  const now = () => new Date();
  const channelsOf = (names: readonly ChannelName[], afterMs: number) =>
    names.map((name) => ({
      name,
      afterMs,
      send: async (request: StoredRequest): Promise<Attempt> => {
        const result = await post(name, identify(request));
        return { ...RESULTS[name][result], bytes: 0, ms: 0 } as Attempt;
      },
    }));
  const courier = makeCourier({
    ...{ outbox, log, now, waitsS: RETRY_WAITS_S, hourly: hourlyLog(log), accepted: new Map() },
    channels: [...channelsOf(channels.atOnce, 0), ...channelsOf(channels.late, MAIL_AFTER_MS)],
    leaderLock: makeLeaderLock(outbox.dir, outbox.probe),
    firstAttemptMs: LONGEST_ANSWER_MS,
  });
  const rateLimit = makeRateLimit(RATE_LIMIT.max, RATE_LIMIT.windowS);
  const submit = makeSubmit({
    outboxes: [outbox],
    courier,
    rateLimit,
    log,
    now,
    answerMs: LONGEST_ANSWER_MS,
  });
  void courier.run();
  return {
    stop: courier.stop,
    submit: async ({ form, words }: Words, address: string): Promise<Answer> => {
      const outcome = await submit({ form, values: valuesOf(words), honeypot: "", address });
      return { kind: outcome.kind, isHeld: outcome.kind === "limited" && outcome.held };
    },
  };
}

/** The operator's commands, in a process of their own. Each resolves to whether it found the request. */
export function makeOperator() {
  const outboxes = [openOutbox(DIR, { mustExist: true })];
  return {
    again: (id: string) => again(id, outboxes),
    now: (id: string) => makeDue(id, outboxes),
    forget: (id: string) => forget(id, outboxes),
  };
}

/** The request in a file of the outbox; undefined if it is damaged. */
export function readStored(text: string): Identified | undefined {
  const request = parseStoredRequest(text);
  return request && identify(request);
}

const identify = ({ id, form, receivedAt, request, tries }: StoredRequest): Identified => ({
  ...{ id, form, receivedAt, accepted: acceptedBy({ tries }) },
  words: request.projectLocation.trim(),
});

const valuesOf = (words: string) =>
  ({
    ...(Object.fromEntries(FIELDS.map((name) => [name, "other"])) as QuoteValues),
    email: "visitor@example.org",
    projectLocation: words,
  }) satisfies QuoteValues;
