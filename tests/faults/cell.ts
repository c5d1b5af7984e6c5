import { setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "../forwarder/arrival.mjs";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";
import type { mountDisk } from "./disk";
import type { openGate } from "./gate";
import { type Event, type Fault, isSignal, type Moment, type Result } from "./matrix";
import { readOutbox } from "./outbox";
import { judge } from "./verdict";
import { send, type Told, type Typed, typeSomething } from "./visitor";

/** What the cells of one fault and one event share; each leaves its outbox empty for the next. */
export type Bench = {
  site: Site;
  forwarder: Forwarder;
  gate: Awaited<ReturnType<typeof openGate>>;
  outboxDir: string;
  disk?: Awaited<ReturnType<typeof mountDisk>>;
};

/** A request, and what its visitor was told at last. */
export type Sent = { typed: Typed; told: Told };

/** How long one attempt may take. A request that was never tried is taken up 5 s after that. */
const TIMEOUT_MS = 1_000;
const PATIENCE_MS = 40_000;

/** The production build with shortened waits, sending through the gate. The rest is as `startSite` has it. */
export const startPatientSite = (
  outboxDir: string,
  forwardUrl: string,
  settings: Record<string, string> = {},
  ...place: [cwd?: string, through?: readonly string[]]
) =>
  startSite(
    {
      OUTBOX_DIR: outboxDir,
      FORWARD_URL: forwardUrl,
      FORWARD_TIMEOUT_MS: String(TIMEOUT_MS),
      REDELIVERY_WAITS_S: "1",
      ...settings,
    },
    ...place,
  );

/**
 * One cell of the matrix: two or three requests around the event while the service has its fault; then all is mended
 * (the site started again where the event ended it), and once the outbox is empty it is judged what became of them.
 */
export async function runCell(bench: Bench, fault: Fault, moment: Moment, event: Event): Promise<Result> {
  const { forwarder, gate } = bench;
  const wrong: string[] = [];
  const sent: Sent[] = [];
  const post = async (midway?: () => Promise<void> | void) => {
    const one: Sent = { typed: typeSomething(), told: "nothing" };
    sent.push(one);
    one.told = await send(bench.site.port, one.typed, midway);
  };
  const logs: (() => string)[] = [bench.site.output];
  const since = bench.site.output().length;
  let ended: Promise<unknown> | undefined;
  const happen = () => {
    if (isSignal(event)) ended = bench.site.stop(event as NodeJS.Signals);
    else if (event === "disk full") bench.disk?.fill();
    else bench.disk?.makeReadOnly();
  };

  forwarder.reset();
  if (fault.mode === "refused") await gate.shut();
  else forwarder.behave(fault.mode, fault.options);

  if (moment !== "after answer") await post();
  if (moment === "before store") await post(happen);
  if (moment === "in flight") await inFlight(bench, fault, post, happen);
  if (moment === "after answer") {
    await post();
    happen();
  }
  if (!isSignal(event)) await post();

  const status = await ended;
  if (event === "SIGTERM" && status !== 0) wrong.push(`the stop ended with ${status}`);
  for (const name of (await readOutbox(bench.outboxDir)).broken) wrong.push(`${name} is no whole request`);

  const interrupted =
    event === "SIGKILL" ? openAttempts(bench.site.output().slice(since), forwarder.received) : 0;
  forwarder.behave("json-true");
  if (fault.mode === "refused") await gate.open();
  bench.disk?.mend();
  if (isSignal(event)) {
    bench.site = await startPatientSite(bench.outboxDir, gate.url);
    logs.push(bench.site.output);
    // Who got no answer sends again.
    for (const one of sent) if (one.told === "nothing") one.told = await send(bench.site.port, one.typed);
    await post();
  }
  if (!(await emptied(bench.outboxDir))) wrong.push("the outbox does not empty");
  await sleep(50); // An attempt removes its file before its answer is on the way.

  const log = logs.map((output, life) => output().slice(life === 0 ? since : 0)).join("");
  const { kept, broken } = await readOutbox(bench.outboxDir);
  for (const name of broken) wrong.push(`${name} is no whole request`);
  return judge({
    fault: fault.name,
    moment,
    event,
    sent,
    kept,
    arrivals: forwarder.received,
    log,
    interrupted,
    wrong,
  });
}

/**
 * The event comes while the service has the request and its answer is held back; where nobody listens, as soon as the
 * request is stored.
 */
async function inFlight(
  { forwarder, gate, site }: Bench,
  fault: Fault,
  post: () => Promise<void>,
  happen: () => void,
): Promise<void> {
  const reached = () =>
    fault.mode === "refused" ? site.events("quote.received").length : forwarder.received.length;
  const before = reached();
  gate.hold();
  const posted = post();
  for (const deadline = Date.now() + PATIENCE_MS; reached() === before && Date.now() < deadline; )
    await sleep(2);
  happen();
  await sleep(30);
  gate.release();
  await posted;
}

/** How many attempts reached the service without the site having lived to note what came of them. */
const openAttempts = (log: string, arrivals: readonly Arrival[]) =>
  Math.max(0, arrivals.length - (log.match(/"event":"quote\.(delivered|kept|unsent)"/g) ?? []).length);

async function emptied(dir: string): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(50)) {
    const { kept, broken } = await readOutbox(dir);
    if (kept.length + broken.length === 0) return true;
  }
  return false;
}
