/**
 * `npm run test:replicas`: two replicas on one Valkey, 500 requests through a round-robin proxy, while a replica is killed
 * and Valkey restarted. Every request must arrive; who gets no answer sends again. Ends with one line of figures, and
 * status 1 if a request was lost or arrived twice without a reason. `--requests` changes how many.
 */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { typedIn } from "../faults/verdict";
import { send, type Typed, typeSomething } from "../faults/visitor";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";
import { noValkey, startValkey } from "../valkey-server";
import { openProxy } from "./proxy";

const AT_ONCE = 16;
const PATIENCE_MS = 120_000;
/** How long Valkey is away. */
const AWAY_MS = 2_000;

if (noValkey) process.exit(1); // It has been said why.
process.setMaxListeners(0);
const { requests } = parseArgs({ options: { requests: { type: "string", default: "500" } } }).values;
const REQUESTS = Number(requests);

const forwarder = await startForwarder();
// Long enough that something is in flight at every moment.
forwarder.behave("slow", { ms: 150 });
const valkey = await startValkey();

const startReplica = (outboxDir?: string) =>
  startSite({
    FORWARD_URL: forwarder.url,
    FORWARD_TIMEOUT_MS: "2000",
    REDELIVERY_WAITS_S: "1",
    VALKEY_URL: valkey.url,
    ...(outboxDir ? { OUTBOX_DIR: outboxDir } : {}),
  });
const replicas: Site[] = [await startReplica(), await startReplica()];
const proxy = await openProxy(() => replicas.map(({ port }) => port));

const all = Array.from({ length: REQUESTS }, typeSomething);
const told = { sent: 0, error: 0 };
let again = 0;

async function insist(typed: Typed): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; again++) {
    const answer = await send(proxy.port, typed);
    if (answer !== "nothing") return void told[answer]++;
    await sleep(100);
  }
}

const answered = async (share: number) => {
  while (told.sent + told.error < REQUESTS * share) await sleep(2);
};

/** Requests whose sending a kill cut short: each of them may rightly arrive twice. */
let inFlight = 0;
async function kill(index: number): Promise<void> {
  const victim = replicas[index] as Site;
  await victim.stop("SIGKILL");
  const ended = victim.events("quote.delivered").length + victim.events("quote.kept").length;
  inFlight += Math.max(0, victim.events("quote.received").length - ended);
  await sleep(500);
  replicas[index] = await startReplica(victim.outboxDir);
}

async function happen(): Promise<void> {
  await answered(1 / 5);
  await kill(1);
  await answered(1 / 2);
  await valkey.stop("SIGKILL");
  await sleep(AWAY_MS);
  await valkey.start();
}

const started = performance.now();
const queue = all.values();
const visitor = async () => {
  for (const typed of queue) await insist(typed);
};
await Promise.all([happen(), ...Array.from({ length: AT_ONCE }, visitor)]);

/** How many wait anywhere: in the queue, or in a folder that has not been moved over. */
async function waiting(): Promise<number> {
  const states = await Promise.all(
    replicas.map(
      async ({ url }) =>
        (await fetch(`${url}/readyz`)).json() as Promise<{ waiting: number; valkey: string }>,
    ),
  );
  return states.reduce((sum, state) => sum + (state.valkey === "up" ? state.waiting : 1), 0);
}
const missing = () => {
  const there = new Set(forwarder.received.map((arrival) => JSON.stringify(typedIn(arrival))));
  return all.filter((typed) => !there.has(JSON.stringify(typed))).length;
};
let left = await waiting();
const deadline = Date.now() + PATIENCE_MS / 2;
for (; (left > 0 || missing() > 0) && Date.now() < deadline; await sleep(1_000)) left = await waiting();

const arrived = forwarder.received.map((arrival) => JSON.stringify(typedIn(arrival)));
const distinct = new Set(arrived);
const lost = missing();
const duplicates = arrived.length - distinct.size;
const events = (event: string) => replicas.flatMap((site) => site.events(event));
const faults = events("site.fault");
const moved = events("outbox.moved").reduce((sum, { moved }) => sum + Number(moved), 0);

const folders = replicas.map(({ outboxDir }) => outboxDir);
await Promise.all(replicas.map((site) => site.end()));
await valkey.end();
proxy.close();
await forwarder.close();
for (const folder of folders) await rm(folder, { recursive: true, force: true });

const bad = lost > 0 || left > 0 || faults.length > 0 || distinct.size !== REQUESTS || duplicates > inFlight;
console.log(
  `${REQUESTS} requests, 2 replicas, one killed and started again, Valkey killed and back after ${AWAY_MS / 1000} s: ` +
    `${told.sent} told sent, ${told.error} told an error, ${again} sent again; ${moved} moved over from a folder; ` +
    `${faults.length} faults of the site, ${left} still waiting; ${Math.round((performance.now() - started) / 1000)} s`,
);
console.log(
  `${distinct.size} distinct deliveries, ${lost} lost, ${duplicates} duplicates (${inFlight} were in flight at the kill)`,
);
for (const fault of faults) console.log(JSON.stringify(fault));
process.exit(bad ? 1 : 0);
