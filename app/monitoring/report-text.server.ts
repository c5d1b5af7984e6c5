import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { type Outbox, requestsIn } from "~/quote/outbox/outbox.server";
import { acceptedBy } from "~/quote/outbox/stored-request.server";

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

type Week = Awaited<ReturnType<typeof countWeek>>;

/** Counts the week's requests, and those that are waiting or need the owner. Reads one request at a time. */
export async function countWeek(outbox: Outbox) {
  const week = { arrived: 0, sent: 0, waiting: 0, partial: 0, dead: 0, suspect: 0, damaged: 0 };
  const reasons = new Set<string>();
  const isThisWeek = (time: string) => Date.now() - Date.parse(time) < WEEK_MS;
  for await (const { place, request } of requestsIn(outbox)) {
    if (place === "dead") week.dead++;
    else if (place === "suspect") week.suspect++;
    else if (place === "new" && request && acceptedBy(request).length > 0) week.partial++;
    else if (place === "new") week.waiting++;
    if (!request) {
      week.damaged++;
      continue;
    }
    if (isThisWeek(request.receivedAt)) week.arrived++;
    if (place === "sent" && request.sent && isThisWeek(request.sent.at)) week.sent++;
    if (place !== "new") continue;
    for (const tried of Object.values(request.tries)) {
      const { stored, advice } = ruleOf(tried.class as DeliveryClass);
      if (stored === "kept" && advice) reasons.add(advice);
    }
  }
  return { ...week, reasons: [...reasons] };
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** The weekly email. No personal data. */
export function reportText(week: Week, keepSentDays: number): { subject: string; text: string } {
  const { arrived, sent, waiting, partial, dead, suspect, damaged, reasons } = week;
  const todo = [
    arrived === 0 && "Nothing arrived. If that surprises you, send a request from the website yourself.",
    arrived > 0 &&
      "Compare the sent ones with your mailbox: a forwarding service can accept a request and lose it.",
    waiting > 0 && "The waiting ones are tried again automatically.",
    partial > 0 &&
      `${count(partial, "request has", "requests have")} reached you by one channel; the other is tried again.`,
    waiting + partial > 0 && reasons.length > 0 && reasons.join(" "),
    dead > 0 && "Read the ones that were given up and call the visitors: npm run outbox",
    suspect > 0 && "Check whether one that looks like spam is real: npm run outbox",
    damaged > 0 && `${count(damaged, "file", "files")} in the outbox could not be read: npm run outbox`,
    keepSentDays < 7 &&
      `Sent requests are kept for ${keepSentDays} days (KEEP_SENT_DAYS), so older ones are not counted here.`,
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
    `  ${suspect} set aside as spam`,
    "",
    ...todo,
  ];
  const subject = `${count(arrived, "quote request", "quote requests")} this week, ${waiting} waiting`;
  return { subject, text: `${lines.join("\n")}\n` };
}
