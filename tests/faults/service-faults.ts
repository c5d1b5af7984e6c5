import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { printTable } from "../table";
import { type Bench, runCell, startPatientSite } from "./cell";
import { mountDisk, noDisks } from "./disk";
import { openGate } from "./gate";
import { EVENTS, type Event, type FAULTS, type Fault, isSignal, MOMENTS, type Result } from "./matrix";

/** How many sites are under test at once. */
const AT_ONCE = 4;

/**
 * Each of these faults of the forwarding service × each moment × each event that may befall the site, as a table.
 *
 * @returns how many cells were wrong, and how many were skipped because no disk can be mounted here
 */
export async function runMatrix(faults: typeof FAULTS): Promise<{ wrong: number; skipped: number }> {
  const unmountable = await noDisks();
  const events = EVENTS.filter((event) => isSignal(event) || !unmountable);
  const results: Result[] = [];
  const queue = faults.flatMap((fault) => events.map((event) => ({ fault, event }))).values();
  async function work(): Promise<void> {
    for (const { fault, event } of queue) results.push(...(await runRow(fault, event)));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const order = ({ fault, moment, event }: Result) =>
    (faults.findIndex(({ name }) => name === fault) * MOMENTS.length + MOMENTS.indexOf(moment)) *
      EVENTS.length +
    EVENTS.indexOf(event);
  results.sort((one, other) => order(one) - order(other));
  printTable(
    ["fault", "moment", "event", "told sent", "error", "nothing", "lost", "duplicates", ""],
    results.map(({ fault, moment, event, told, lost, duplicates, unfounded, wrong }) => [
      fault,
      moment,
      event,
      ...[told.sent, told.error, told.nothing, lost].map(String),
      duplicates ? `${duplicates}${unfounded ? `, ${unfounded} not allowed` : ""}` : "0",
      wrong.length > 0 ? `WRONG: ${[...new Set(wrong)].join("; ")}` : "",
    ]),
  );
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
  const skipped = faults.length * (EVENTS.length - events.length) * MOMENTS.length;
  if (skipped > 0)
    console.log(`\nSKIPPED: ${skipped} cells, because no disk can be mounted here: ${unmountable}`);
  console.log(
    `\n${results.length} cells, ${sum(({ told }) => told.sent)} requests told sent, ${sum(({ lost }) => lost)} lost, ` +
      `${sum(({ duplicates }) => duplicates)} duplicates (${sum(({ unfounded }) => unfounded)} not allowed)`,
  );
  return { wrong: results.filter((result) => result.wrong.length > 0).length, skipped };
}

/** The moments of one fault and one event, one after the other on an outbox of their own. */
async function runRow(fault: Fault, event: Event): Promise<Result[]> {
  const results: Result[] = [];
  const forwarder = await startForwarder();
  const gate = await openGate(Number(new URL(forwarder.origin).port));
  const disk = isSignal(event) ? undefined : await mountDisk();
  const outboxDir = disk?.dir ?? (await mkdtemp(join(tmpdir(), "outbox-")));
  const site = await startPatientSite(outboxDir, gate.url);
  const bench: Bench = { site, forwarder, gate, outboxDir, disk };
  for (const moment of MOMENTS) {
    try {
      results.push(await runCell(bench, fault, moment, event));
    } catch (error) {
      const none = { told: { sent: 0, error: 0, nothing: 0 }, lost: 0, duplicates: 0, unfounded: 0 };
      results.push({ fault: fault.name, moment, event, ...none, wrong: [`the cell broke off: ${error}`] });
      break;
    }
  }
  await bench.site.stop("SIGKILL");
  await gate.shut();
  await forwarder.close();
  await disk?.remove();
  await rm(outboxDir, { recursive: true, force: true });
  return results;
}
