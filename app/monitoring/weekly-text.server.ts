import { formatLocalTime } from "~/local-time.server";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { bodyOf, type Condition, keyOf } from "~/monitoring/conditions/condition.server";
import { IN_NEXT_EMAIL, isToldAgain } from "~/monitoring/conditions/requests.server";
import { count, timeOf } from "~/monitoring/conditions/words.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { acceptedBy, mayHaveArrived } from "~/quote/lifecycle/status.server";
import type { ChannelName, Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { requestsIn } from "~/quote/outbox/read-all.server";
import { publicProjectType } from "~/quote/project-types";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_LISTED = 200;
/** Each must be called, so only a flood is cut off. */
const MOST_DEAD = 1_000;
/** Of a name or a phone number; a field has no bound. */
const LONGEST = 100;

type Period = Awaited<ReturnType<typeof readPeriod>>;
type Named = Record<string, string>;

/**
 * Counts and lists the requests since a time, those that wait, and those that were given up. Reads one request at a time.
 *
 * @param namedBefore when an email first named each request that was given up; `named` in the result is the same after this one
 */
export async function readPeriod(outbox: Outbox, since: Date, namedBefore: Named, now: Date) {
  const counts = { arrived: 0, sent: 0, presumed: 0, waiting: 0, givenUp: 0, olderDead: 0, damaged: 0 };
  const dead: { id: string; receivedAt: string; name: string; text: string }[] = [];
  const listed: { receivedAt: string; text: string }[] = [];
  const named: Named = {};
  const isIn = (time?: string) => time !== undefined && Date.parse(time) >= since.getTime();
  for await (const { status, id, request } of requestsIn(outbox)) {
    if (!request) {
      counts.damaged++;
      continue;
    }
    const { receivedAt, sent } = request;
    const isSent = status === "sent" && isIn(sent?.at);
    if (isIn(receivedAt)) counts.arrived++;
    if (isSent) counts[acceptances(request, status).clearly.length > 0 ? "sent" : "presumed"]++;
    if (status === "new") counts.waiting++;
    if (status === "dead" && isIn(request.dead?.at)) counts.givenUp++;
    const entry = { receivedAt, name: short(request.request.fullName), text: describe(request, status) };
    if (status === "dead") {
      if (!isToldAgain(namedBefore[id], now)) counts.olderDead++;
      else dead.push({ id, ...entry });
      if (namedBefore[id]) named[id] = namedBefore[id];
    } else if (status === "new" || isSent || isIn(receivedAt)) listed.push(entry);
  }
  for (const list of [dead, listed]) list.sort((a, b) => (a.receivedAt > b.receivedAt ? -1 : 1));
  for (const { id } of dead.slice(0, MOST_DEAD)) named[id] ??= now.toISOString();
  const days = (now.getTime() - since.getTime()) / DAY_MS;
  return { ...counts, since, days, dead, listed, named };
}

/** A request in the list. */
function describe(stored: StoredQuote, status: Status): string {
  const { fullName, phone, projectType } = stored.request;
  const received = formatLocalTime(new Date(stored.receivedAt));
  return `${received}, ${publicProjectType(projectType)}\n  ${short(fullName)}, ${short(phone)}\n  ${stateOf(stored, status)}`;
}

/** The channels that accepted a request, clearly or presumably. */
function acceptances(stored: StoredQuote, status: Status) {
  const { sent, tries, attempts = [] } = stored;
  const accepted = status === "sent" ? (sent?.channel ?? "").split(", ") : acceptedBy(stored);
  const isPresumed = (name: string) => {
    // `sent` has the class of the last acceptance.
    const attempt = accepted.length > 1 && attempts.findLast(({ channel }) => channel === name);
    const { class: responseClass = "" } = tries[name as ChannelName] ?? (attempt || sent) ?? {};
    return policyOf(responseClass).presumed === true;
  };
  const by = (name: string) => (name === "mail" ? "by email" : "by the forwarding service");
  return {
    clearly: accepted.filter((name) => !isPresumed(name)).map(by),
    probably: accepted.filter(isPresumed).map(by),
  };
}

function stateOf(stored: StoredQuote, status: Status): string {
  if (status === "dead") {
    const perhaps = mayHaveArrived(stored) ? ", but may have arrived: look in your mailbox, then" : ":";
    return `given up${perhaps} call this visitor`;
  }
  const { clearly, probably } = acceptances(stored, status);
  if (clearly.length + probably.length === 0) return "waiting to be sent";
  const accepted =
    clearly.length > 0
      ? [`accepted ${clearly.join(" and ")}`, ...probably.map((by) => `and probably ${by}`)].join(", ")
      : `probably accepted ${probably.join(" and ")}`;
  return `${accepted}${status === "sent" ? "" : ", waiting for the other channel"}`;
}

/** On one line, so it cannot pass for another entry. */
const short = (text: string) =>
  [...escapeControlCharacters(text.replace(/\s+/g, " "))].slice(0, LONGEST).join("");

const LIST = "outbox list (docs/operating.md)";

/** The first entries, and how many more there are. */
function entriesOf(list: readonly { text: string }[], most: number): string {
  const more = list.length - most;
  const texts = list.slice(0, most).map(({ text }) => text);
  return [...texts, ...(more > 0 ? [`and ${more} more: ${LIST}`] : [])].join("\n\n");
}

/** The weekly email, what is wrong first. Its text holds names and phone numbers: it may go to the owner only. */
export function weeklyText(
  period: Period,
  conditions: readonly Condition[],
  keepSentDays: number,
): { subject: string; text: string } {
  const { arrived, sent, presumed, waiting, givenUp, damaged, since, days, dead, listed, olderDead } = period;
  // This email itself ends these, and names those who were given up.
  const others = conditions.filter((one) => !["report.overdue", "channel.failing mail"].includes(keyOf(one)));
  const wrong = others.map((one) => `* ${one.title}\n  ${bodyOf(one).replace(IN_NEXT_EMAIL, "")}`);
  const paragraphs = [
    wrong.length > 0 && `What you should know:\n\n${wrong.join("\n\n")}`,
    dead.length > 0 && `Given up. Call these visitors:\n\n${entriesOf(dead, MOST_DEAD)}`,
    olderDead > 0 && `${count(olderDead, "older one")} given up, named in earlier emails: ${LIST}`,
    [
      `Since ${formatLocalTime(since)}:\n`,
      arrived > 0
        ? `  ${count(arrived, "request")} arrived`
        : "  no request arrived: if that surprises you, send one from the website yourself",
      `  ${sent} sent to you`,
      ...(presumed > 0 ? [`  ${presumed} probably sent to you: the service did not say`] : []),
      `  ${waiting} waiting to be sent`,
      ...(givenUp > 0 ? [`  ${givenUp} given up`] : []),
      ...(damaged > 0 ? [`  ${count(damaged, "file")} that cannot be read: ${LIST}`] : []),
    ].join("\n"),
    keepSentDays < days &&
      `Sent requests are kept for ${keepSentDays} days (KEEP_SENT_DAYS), so older ones are missing here.`,
    listed.length > 0 &&
      `Compare this list with your inbox and your spam folder: a service can accept a request and lose it.\n\n${entriesOf(listed, MOST_LISTED)}`,
  ];
  return { subject: subjectOf(period, others), text: `${paragraphs.filter(Boolean).join("\n\n")}\n` };
}

/** Names the most severe condition, or counts the requests. */
function subjectOf({ dead, arrived, since }: Period, conditions: readonly Condition[]): string {
  const [worst] = conditions;
  if (dead[0]) {
    const others = dead.length > 1 ? ` and ${dead.length - 1} more` : "";
    return `${dead.length} GIVEN UP: call ${dead[0].name}${others}`;
  }
  if (worst && worst.severity !== "info") return worst.title;
  return `${count(arrived, "quote request")} since ${timeOf(since.getTime())}`;
}
