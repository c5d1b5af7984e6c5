import { stateOf } from "~/cli/outbox/list";
import { FIELD_NAMES } from "~/quote/fields";
import type { Found } from "~/quote/outbox/read-all.server";

const COLUMNS = ["id", "state", "receivedAt", "form", ...FIELD_NAMES, "sentAt", "sentBy"] as const;

/** A line of CSV (RFC 4180, with the line ends of a terminal). */
const line = (cells: readonly string[]) =>
  cells.map((cell) => `"${safe(cell).replaceAll('"', '""').replace(/\r\n?/g, "\n")}"`).join(",");

/** A spreadsheet would run a cell that begins like a formula, full-width signs included. */
const safe = (cell: string) => (/^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell);

/** Without it, Excel takes UTF-8 for an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** All requests with what their visitors typed, as CSV or a JSON array, a line at a time. What cannot be read is left out. */
export async function* exportAll(all: AsyncIterable<Found>, isJson: boolean): AsyncGenerator<string> {
  yield isJson ? "[" : BYTE_ORDER_MARK + line(COLUMNS);
  let comma = "";
  for await (const found of all) {
    const { id, request } = found;
    if (!request) continue;
    const { receivedAt, form, sent } = request;
    const about = { id, state: stateOf(found), receivedAt, form };
    const row = { ...about, ...request.request, sentAt: sent?.at ?? "", sentBy: sent?.channel ?? "" };
    yield isJson ? comma + JSON.stringify(row) : line(COLUMNS.map((column) => row[column]));
    comma = ",";
  }
  if (isJson) yield "]";
}
