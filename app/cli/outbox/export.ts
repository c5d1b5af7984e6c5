import { STATES } from "~/cli/outbox/list";
import { type Outbox, requestsIn } from "~/quote/outbox/outbox.server";
import { FIELDS } from "~/quote/request";

const COLUMNS = ["id", "state", "receivedAt", "form", ...FIELDS, "sentAt", "sentBy"] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** All requests with what their visitors typed, one row each. Damaged ones are left out. */
export async function* exportRows(outbox: Outbox): AsyncGenerator<Row> {
  for await (const { id, place, request } of requestsIn(outbox)) {
    if (!request) continue;
    const { receivedAt, form, sent } = request;
    const about = { id, state: STATES[place], receivedAt, form };
    yield { ...about, ...request.request, sentAt: sent?.at ?? "", sentBy: sent?.channel ?? "" };
  }
}

/** A line of CSV (RFC 4180, with the line ends of a terminal). */
const line = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${safe(cell).replaceAll('"', '""').replace(/\r\n?/g, "\n")}"`).join(",")}\n`;

/** A spreadsheet would run a cell that begins like a formula. */
const safe = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);

/** The requests as CSV, a line at a time. */
export async function* exportCsv(outbox: Outbox): AsyncGenerator<string> {
  yield line(COLUMNS);
  for await (const row of exportRows(outbox)) yield line(COLUMNS.map((column) => row[column]));
}
