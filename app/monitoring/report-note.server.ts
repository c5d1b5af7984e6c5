import * as z from "zod";
import { parseJson } from "~/quote/lifecycle/parse-json";
import type { Outbox } from "~/quote/outbox/outbox.server";

const NAME = "report";

const note = z.object({
  /** The local day on which it was due, YYYY-MM-DD. */
  date: z.string(),
  /** When the mail server took it. */
  at: z.iso.datetime(),
  /** When an email first named each request that was given up. */
  named: z.record(z.string(), z.iso.datetime()),
});

/** What is stored about the last weekly email that was taken. A text of an older version, or of a crash, has no time. */
type ReportNote = Partial<z.infer<typeof note>>;

/** Undefined if there was no email yet. Throws what reading throws. */
export async function readReport(outbox: Pick<Outbox, "readMetadata">): Promise<ReportNote | undefined> {
  const text = await outbox.readMetadata(NAME);
  if (text === undefined) return undefined;
  const date = /^\d{4}-\d\d-\d\d\s*$/.test(text) ? text.trim() : undefined;
  return note.partial().safeParse(parseJson(text)).data ?? { date };
}

export const writeReport = (outbox: Pick<Outbox, "writeMetadata">, content: ReportNote): Promise<void> =>
  outbox.writeMetadata(NAME, `${JSON.stringify(content)}\n`);
