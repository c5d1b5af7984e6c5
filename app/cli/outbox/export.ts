import { stateOf } from "~/cli/outbox/list";
import type { Found } from "~/monitoring/requests-in.server";
import { FIELDS } from "~/quote/request";

const COLUMNS = ["id", "state", "receivedAt", "form", ...FIELDS, "sentAt", "sentBy"] as const;

type Row = Record<(typeof COLUMNS)[number], string>;

/** Requests with what their visitors typed, one row each. What cannot be read is left out. */
async function* rowsOf(all: AsyncIterable<Found>): AsyncGenerator<Row> {
  for await (const found of all) {
    const { id, request } = found;
    if (!request) continue;
    const { receivedAt, form, sent } = request;
    const about = { id, state: stateOf(found), receivedAt, form };
    yield { ...about, ...request.request, sentAt: sent?.at ?? "", sentBy: sent?.channel ?? "" };
  }
}

/** A line of CSV (RFC 4180, with the line ends of a terminal). */
const line = (cells: readonly string[]) =>
  cells.map((cell) => `"${safe(cell).replaceAll('"', '""').replace(/\r\n?/g, "\n")}"`).join(",");

/** A spreadsheet would run a cell that begins like a formula, full-width signs included. */
const safe = (cell: string) => (/^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** Without it, Excel takes UTF-8 for an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** The requests as CSV, a line at a time. */
export async function* exportCsv(all: AsyncIterable<Found>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + line(COLUMNS);
  for await (const row of rowsOf(all)) yield line(COLUMNS.map((column) => row[column]));
}

/** The requests as a JSON array, a line at a time. */
export async function* exportJson(all: AsyncIterable<Found>): AsyncGenerator<string> {
  let before = "[";
  for await (const row of rowsOf(all)) {
    yield before + JSON.stringify(row);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}
