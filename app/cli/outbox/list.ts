import { count } from "~/monitoring/conditions/words.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { Found } from "~/quote/outbox/read-all.server";

type State = "waiting" | "partial" | "damaged" | "sent" | "dead";

/** What the operator calls the state of a request, here as in the doctor and the metrics. */
export function stateOf({ status, request }: Found): State {
  if (!request) return "damaged";
  if (status !== "new") return status;
  return acceptedBy(request).length > 0 ? "partial" : "waiting";
}

/** The id, times and attempts of each request, by state, oldest first. No personal data. */
export async function list(all: AsyncIterable<Found> | Iterable<Found>) {
  const rows: Record<State, Row[]> = { waiting: [], partial: [], damaged: [], sent: [], dead: [] };
  for await (const found of all) rows[stateOf(found)].push(rowOf(found));
  for (const found of Object.values(rows))
    found.sort((a, b) => (String(a.receivedAt) < String(b.receivedAt) ? -1 : 1));
  return rows;
}

type Row = ReturnType<typeof rowOf>;

function rowOf(found: Found) {
  const { id, status, request } = found;
  if (!request) return { id, status, problem: found.problem };
  const { receivedAt, form, heldUntil, tries, attempts = [], sent } = request;
  return { id, receivedAt, form, heldUntil, tries, attempts, sent };
}

/** The list as lines for people. */
export const describe = (rows: Awaited<ReturnType<typeof list>>): string =>
  Object.entries(rows)
    .flatMap(([state, found]) => [
      `${found.length} ${state}`,
      ...found.map((row) => `  ${row.id}  ${summaryOf(row)}`),
    ])
    .join("\n");

function summaryOf(row: Row): string {
  if (row.problem !== undefined) return row.problem;
  const notes = Object.entries(row.tries).map(([channel, tried]) =>
    tried.accepted
      ? `${channel}: ${tried.class} ${tried.at}`
      : `${channel}: ${count(tried.count, "attempt")}, ${tried.class}, next ${tried.next ?? "now"}`,
  );
  if (row.sent?.channel) notes.push(`sent ${row.sent.at} by ${row.sent.channel}, ${row.sent.class}`);
  else if (row.heldUntil) notes.push(`held until ${row.heldUntil}`);
  return [`received ${row.receivedAt}`, ...notes].join("  ");
}
