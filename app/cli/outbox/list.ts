import type { Found, Place } from "~/quote/outbox/outbox.server";

/** What the operator calls each place. */
export const STATES = { new: "waiting", sent: "sent", dead: "dead" } as const;

/** The id, times and attempts of each request, by state, oldest first. No personal data. */
export async function list(all: AsyncIterable<Found>) {
  const states = Object.values(STATES).map((state) => [state, []]);
  const rows: Record<(typeof STATES)[Place], Row[]> = Object.fromEntries(states);
  for await (const found of all) rows[STATES[found.place]].push(rowOf(found));
  for (const found of Object.values(rows))
    found.sort((a, b) => (String(a.receivedAt) < String(b.receivedAt) ? -1 : 1));
  return rows;
}

type Row = ReturnType<typeof rowOf>;

function rowOf(found: Found) {
  const { id, request } = found;
  if (!request) return { id, problem: found.problem };
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
  if (row.problem !== undefined) return row.problem;
  const notes = Object.entries(row.tries).map(([channel, tried]) =>
    tried.accepted
      ? `${channel}: ${tried.class} ${tried.at}`
      : `${channel}: ${tried.count} times, ${tried.class}, next ${tried.next ?? "now"}`,
  );
  if (row.sent?.channel) notes.push(`sent ${row.sent.at} by ${row.sent.channel}, ${row.sent.class}`);
  else if (row.heldUntil) notes.push(`held until ${row.heldUntil}`);
  return [`received ${row.receivedAt}`, ...notes].join("  ");
}
