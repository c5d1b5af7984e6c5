import { type Outbox, requestsIn } from "~/quote/outbox/outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

/** What the operator calls each place. */
export const STATES = { new: "waiting", sent: "sent", dead: "dead" } as const;

/** The id, times and attempts of each request, by state, oldest first. No personal data. */
export async function list(outbox: Outbox) {
  const rows = { waiting: [] as Row[], sent: [] as Row[], dead: [] as Row[] };
  for await (const { id, place, request } of requestsIn(outbox)) rows[STATES[place]].push(rowOf(id, request));
  for (const found of Object.values(rows))
    found.sort((a, b) => (String(a.receivedAt) < String(b.receivedAt) ? -1 : 1));
  return rows;
}

type Row = ReturnType<typeof rowOf>;

function rowOf(id: string, request: StoredRequest | undefined) {
  if (!request) return { id, damaged: true as const };
  const { receivedAt, form, heldUntil, tries, attempts = [], sent } = request;
  return { id, receivedAt, form, heldUntil, tries, attempts, sent };
}

/** The list as lines for people. */
export function describe(rows: Awaited<ReturnType<typeof list>>): string {
  return Object.entries(rows)
    .flatMap(([state, found]) => [
      `${found.length} ${state}`,
      ...found.map((row) => `  ${row.id}  ${summaryOf(row)}`),
    ])
    .join("\n");
}

function summaryOf(row: Row): string {
  if ("damaged" in row) return "damaged";
  const notes = Object.entries(row.tries).map(([channel, tried]) =>
    tried.accepted
      ? `${channel}: ${tried.class} ${tried.at}`
      : `${channel}: ${tried.count} times, ${tried.class}, next ${tried.next ?? "now"}`,
  );
  if (row.sent) notes.push(`sent ${row.sent.at} by ${row.sent.channel}, ${row.sent.class}`);
  else if (row.heldUntil) notes.push(`held until ${row.heldUntil}`);
  return [`received ${row.receivedAt}`, ...notes].join("  ");
}
