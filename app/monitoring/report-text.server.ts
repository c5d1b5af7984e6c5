import { formatLocalTime } from "~/local-time.server";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { policyOf, type ResponseClass } from "~/quote/lifecycle/response-classes.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { Status, StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { requestsIn } from "~/quote/outbox/read-all.server";
import { publicProjectType } from "~/quote/project-types";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_LISTED = 200;
/** Of a name or a phone number; a field has no bound. */
const LONGEST = 100;

type Week = Awaited<ReturnType<typeof readWeek>>;

/** Counts and lists the week's requests, and those that wait or need the owner. Reads one request at a time. */
export async function readWeek(outbox: Outbox, now: Date) {
  const week = { arrived: 0, sent: 0, waiting: 0, partial: 0, dead: 0, damaged: 0 };
  const reasons = new Set<string>();
  const listed: { receivedAt: string; text: string }[] = [];
  const isThisWeek = (time?: string) => time !== undefined && now.getTime() - Date.parse(time) < WEEK_MS;
  for await (const { status: place, request } of requestsIn(outbox)) {
    if (place === "dead") week.dead++;
    if (!request) {
      week.damaged++;
      continue;
    }
    const { receivedAt, sent, dead, tries } = request;
    if (isThisWeek(receivedAt)) week.arrived++;
    if (place === "sent" && isThisWeek(sent?.at)) week.sent++;
    if (place === "new") {
      week[acceptedBy(request).length > 0 ? "partial" : "waiting"]++;
      for (const tried of Object.values(tries)) {
        const { accepted, advice } = policyOf(tried.class as ResponseClass);
        if (!accepted && advice) reasons.add(advice);
      }
    }
    if (place === "new" || [receivedAt, sent?.at, dead?.at].some(isThisWeek))
      listed.push({ receivedAt, text: describe(request, place) });
  }
  listed.sort((a, b) => (a.receivedAt > b.receivedAt ? -1 : 1));
  const entries = listed.slice(0, MOST_LISTED).map(({ text }) => text);
  const more = listed.length - entries.length;
  if (more > 0) entries.push(`and ${more} more: npm run outbox`);
  return { ...week, reasons: [...reasons], entries };
}

/** An entry of the list. */
function describe(stored: StoredQuote, place: Status): string {
  const { fullName, phone, projectType } = stored.request;
  const received = formatLocalTime(new Date(stored.receivedAt));
  return `${received}, ${publicProjectType(projectType)}\n  ${short(fullName)}, ${short(phone)}\n  ${stateOf(stored, place)}`;
}

function stateOf(stored: StoredQuote, place: Status): string {
  if (place === "dead") return "given up: call this visitor";
  const accepted = place === "sent" ? (stored.sent?.channel ?? "").split(", ") : acceptedBy(stored);
  if (accepted.length === 0) return "waiting to be sent";
  const by = accepted.map((channel) => (channel === "mail" ? "by email" : "by the forwarding service"));
  return `accepted ${by.join(" and ")}${place === "sent" ? "" : ", waiting for the other channel"}`;
}

/** On one line, so it cannot pass for another entry. */
const short = (text: string) =>
  [...escapeControlCharacters(text.replace(/\s+/g, " "))].slice(0, LONGEST).join("");

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** The weekly email. `isShared`: other machines have folders, too. Its text holds names and phone numbers: it may go to the owner only. */
export function reportText(
  week: Week,
  { keepSentDays, isShared }: { keepSentDays: number; isShared: boolean },
): { subject: string; text: string } {
  const { arrived, sent, waiting, partial, dead, damaged, reasons, entries } = week;
  const todo = [
    arrived === 0 && "Nothing arrived. If that surprises you, send a request from the website yourself.",
    waiting > 0 && "Waiting requests are sent again automatically.",
    partial > 0 &&
      `${count(partial, "request has", "requests have")} reached you by one channel; the other is tried again.`,
    waiting + partial > 0 && reasons.length > 0 && reasons.join(" "),
    dead > 0 && "Read the requests that were given up and call the visitors: npm run outbox",
    damaged > 0 &&
      `${count(damaged, "file in the outbox cannot be read and is", "files in the outbox cannot be read and are")} not sent: npm run outbox`,
    keepSentDays < 7 &&
      `Sent requests are kept for ${keepSentDays} days (KEEP_SENT_DAYS), so older ones are missing here.`,
    isShared && "Counted in PostgreSQL and on one machine. On the others: npm run outbox",
    entries.length > 0 &&
      "Compare this list with your inbox and your spam folder: a service can accept a request and lose it.",
  ].filter(Boolean);
  const lines = [
    "The last seven days:",
    "",
    `  ${count(arrived, "request", "requests")} arrived`,
    `  ${sent} sent to you`,
    "",
    "Now:",
    "",
    `  ${waiting} waiting to be sent`,
    `  ${dead} given up`,
    "",
    ...todo,
    "",
    entries.join("\n\n"),
  ];
  const also = damaged > 0 ? `, ${damaged} damaged` : "";
  const subject = `${count(arrived, "quote request", "quote requests")} this week, ${waiting} waiting${also}`;
  return { subject, text: `${lines.join("\n").trimEnd()}\n` };
}
