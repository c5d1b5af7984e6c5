import { escapeControlCharacters } from "~/log/escape-control-characters";
import type { Place } from "~/quote/outbox/outbox.server";
import { acceptedBy, type StoredRequest } from "~/quote/outbox/stored-request.server";
import { projectTypeLabel } from "~/quote/request";
import { timeInMichigan } from "~/site/michigan-time.server";

const MOST = 200;
/** Of a name or a phone number; a field has no bound. */
const LONGEST = 100;

/** Makes the list of requests for the weekly email: the newest 200, whatever the order they are added in. Personal data. */
export function makeReportList() {
  const newest: { receivedAt: string; text: string }[] = [];
  let count = 0;

  function cut(): void {
    newest.sort((a, b) => (a.receivedAt > b.receivedAt ? -1 : 1));
    newest.splice(MOST);
  }

  return {
    add(request: StoredRequest, place: Place): void {
      count++;
      newest.push({ receivedAt: request.receivedAt, text: describe(request, place) });
      if (newest.length === 2 * MOST) cut();
    },
    /** One entry for each request, newest first, and how many more there are. */
    entries(): string[] {
      cut();
      const more = count - newest.length;
      return [...newest.map(({ text }) => text), ...(more > 0 ? [`and ${more} more: npm run outbox`] : [])];
    },
  };
}

function describe(stored: StoredRequest, place: Place): string {
  const { fullName, phone, projectType } = stored.request;
  const received = timeInMichigan(new Date(stored.receivedAt));
  return `${received}, ${projectTypeLabel(projectType)}\n  ${short(fullName)}, ${short(phone)}\n  ${stateOf(stored, place)}`;
}

function stateOf(stored: StoredRequest, place: Place): string {
  if (place === "dead") return "given up: call this visitor";
  const accepted = place === "sent" ? (stored.sent?.channel ?? "").split(", ") : acceptedBy(stored);
  const by = accepted.map((channel) => (channel === "mail" ? "by email" : "by the forwarding service"));
  if (place === "sent") return `accepted ${by.join(" and ")}`;
  return accepted.length > 0
    ? `accepted ${by.join(" and ")}, waiting for the other channel`
    : "waiting to be sent";
}

/** On one line, so it cannot pass for another entry. */
const short = (text: string) =>
  [...escapeControlCharacters(text.replace(/\s+/g, " "))].slice(0, LONGEST).join("");
