import { keyOf, type Row, type Waiting } from "~/monitoring/conditions/condition.server";
import {
  CHANNELS,
  causesOf,
  count,
  dayOf,
  earliest,
  listOf,
  timeOf,
} from "~/monitoring/conditions/words.server";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import { ADDRESS_REFUSED, policyOf } from "~/quote/lifecycle/response-classes.server";
import { givesUpAt } from "~/quote/lifecycle/status.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** How long a request may wait before it is announced, without a delayed email. */
const LATE_MS = 15 * MINUTE_MS;
/** How long it may wait after its turn to be emailed came. */
const AFTER_MAIL_MS = 10 * MINUTE_MS;
/** How long a request that was given up is announced after an email named it: the owner may have no terminal. */
const NAMED_MS = 30 * DAY_MS;

/** Whether a request that was given up is still announced. */
export const isToldAgain = (namedAt: string | undefined, now: Date): boolean =>
  !namedAt || now.getTime() - Date.parse(namedAt) < NAMED_MS;

/** Until when at least the site tries, when next, and how to have that now, once the cause is fixed. */
function retried(waiting: readonly Waiting[], now: Date): string {
  const states = waiting.flatMap(({ tries }) => Object.values(tries));
  const ends = waiting.flatMap(({ waitingSince }) => (waitingSince ? [givesUpAt(waitingSince)] : []));
  const isShort = states.some((state) => policyOf(state.class).maxAmbiguous);
  const until = ends.length > 0 && !isShort ? ` at least until ${dayOf(earliest(ends))}` : "";
  const times = states.map(({ next }) => Date.parse(next ?? ""));
  const next = earliest(times.filter((time) => time > now.getTime()));
  const when = Number.isFinite(next) ? `, next on ${timeOf(next)}` : "";
  return `The site keeps trying${until}${when}. Once the cause is fixed: outbox now all. To call the visitor yourself: outbox show ID (docs/operating.md)`;
}

/** In an advice: the weekly email, which names everybody, was not taken yet. */
export const IN_NEXT_EMAIL = "The next weekly email will have the name and phone number. ";

/** Conditions of requests, and of the channels that carry them. */
export const REQUESTS = {
  "requests.given_up": ({ now, hasWeeklyEmail, named }, { dead }) => {
    const open = dead.filter(({ id }) => isToldAgain(named[id], now));
    const causes = open.map(({ failure }) => (failure ? adviceOf(failure) : ""));
    const times = open.map(({ at }) => (at ? Date.parse(at) : now.getTime()));
    if (open.some(({ mayHaveArrived }) => mayHaveArrived))
      causes.push("A request may have arrived: check your mailbox before you call.");
    const isNamed = open.every(({ id }) => named[id]);
    const byEmail = isNamed ? "The last weekly email has the name and phone number. " : IN_NEXT_EMAIL;
    return (
      open.length > 0 && {
        severity: "problem",
        since: earliest(times),
        title: `${count(open.length, "request")} GIVEN UP: call the visitor${open.length > 1 ? "s" : ""}`,
        over: "requests given up, now handled",
        text: `${count(open.length, "request")} not accepted in time, and not sent again: ${listOf(open.map(({ id }) => id))}. ${[...new Set(causes)].join(" ")}`.trim(),
        advice: `${hasWeeklyEmail ? `${byEmail}To see them now` : "To see the name and phone number"}: outbox show ID (docs/operating.md). To send it once more: outbox again ID. To delete it: outbox forget ID.`,
        each: open.map(({ id }) => id),
        replaces: {
          id: "requests.waiting",
          at: new Date(times.reduce((a, b) => Math.max(a, b), 0)).toISOString(),
        },
      }
    );
  },
  "requests.waiting": ({ now, mailAfterMs, channels }, { waiting }) => {
    const since = earliest(waiting.map(({ sinceMs }) => sinceMs));
    const lateMs = mailAfterMs ? mailAfterMs + AFTER_MAIL_MS : LATE_MS;
    const causes = causesOf(waiting);
    return (
      now.getTime() - since >= lateMs && {
        severity: "problem",
        since,
        title: `${count(waiting.length, "request")} waiting since ${timeOf(since)}`,
        text: `${count(waiting.length, "request is", "requests are")} saved and not accepted yet, ${waiting.length > 1 ? "the oldest " : ""}since ${timeOf(since)}: ${listOf(waiting.map(({ id }) => id))}. ${causes.join(" ") || "Not tried yet."}`,
        advice: channels.length === 0 ? "Nothing is set up to send them." : retried(waiting, now),
        coveredBy: "settings.delivery",
      }
    );
  },
  "requests.damaged": (_, { damaged }) =>
    damaged.length > 0 && {
      severity: "problem",
      title: `${count(damaged.length, "request file")} that cannot be read`,
      text: `Not sent: ${listOf(damaged)}, in the outbox's folder new/. It is unreadable, not a valid request, or not named by its id.`,
      advice: "Look at the file: fix it, or move it away. It may hold a request.",
      each: [...damaged],
    },
  "requests.partial": ({ now, channels }, { partial }) => {
    const late = partial.filter(({ sinceMs }) => now.getTime() - sinceMs >= DAY_MS);
    const missing = channels.find(({ name }) => late.some(({ tries }) => !tries[name]?.accepted))?.name;
    const since = earliest(late.map(({ sinceMs }) => sinceMs));
    return (
      missing !== undefined && {
        severity: "notice",
        since,
        title: `${count(late.length, "request")} reached you one way only`,
        text: `The ${CHANNELS[missing]} has not accepted ${count(late.length, "request")} that reached you the other way: ${listOf(late.map(({ id }) => id))}. ${causesOf(late).join(" ")}`.trim(),
        advice: retried(late, now),
        coveredBy: keyOf({ id: "channel.failing", about: missing }),
      }
    );
  },
  "channel.failing": ({ now, channels }, { waiting }) =>
    channels.map(({ name, failing }) => {
      if (!failing || now.getTime() - Date.parse(failing.since) < HOUR_MS) return false;
      const other = channels.find((one) => one.name !== name && !one.failing);
      const meanwhile = other ? `sent through the ${CHANNELS[other.name]}` : "saved";
      return {
        severity: other ? "notice" : "problem",
        about: name,
        since: failing.since,
        title: `The ${CHANNELS[name]} has accepted nothing since ${timeOf(failing.since)}`,
        text: `${adviceOf(failing.failure)} Requests are ${meanwhile} meanwhile.`,
        advice: "To test it: doctor --send (docs/going-live.md). A TEST that is accepted ends this.",
        ...(waiting.some(({ tries }) => tries[name]) && { coveredBy: "requests.waiting" }),
      };
    }),
  "channel.address_refused": ({ addressRefused }) =>
    addressRefused !== undefined && {
      severity: "notice",
      since: addressRefused,
      title: "An address in MAIL_TO does not get the requests",
      text: ADDRESS_REFUSED,
      advice: "The next request that all addresses get ends this.",
    },
  "requests.lost": ({ lost }) =>
    lost.length > 0 && {
      severity: "problem",
      since: earliest(lost),
      title: `${count(lost.length, "request")} LOST since ${timeOf(earliest(lost))}`,
      text: `${count(lost.length, "request")} could be neither saved nor sent. The visitors saw an error and were asked to call you. Nothing is left of what they typed.`,
      advice: "Watch your phone. Find out why nothing could be saved: doctor (docs/going-live.md)",
      each: lost.map(String),
      endsQuietly: true,
    },
} satisfies Record<string, Row>;
