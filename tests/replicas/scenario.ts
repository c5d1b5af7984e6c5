import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { typedIn } from "../faults/verdict";
import { send, type Typed, typeSomething } from "../faults/visitor";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { type Site, startSite } from "../start-site";
import { startValkey } from "../valkey-server";
import { openProxy } from "./proxy";

const AT_ONCE = 16;
const PATIENCE_MS = 120_000;
/** How long Valkey is away. */
const AWAY_MS = 2_000;
/** What the workers of two replicas may have in hand, or have just had accepted, when Valkey forgets it. */
const IN_HAND = 4;

/**
 * @param forgets Valkey has no persistence, and is emptied and restarted while the service takes nothing
 * @returns whether a request was lost, or arrived twice without a reason
 */
export async function runScenario(REQUESTS: number, forgets: boolean): Promise<boolean> {
  const forwarder = await startForwarder();
  // Long enough that something is in flight at every moment.
  forwarder.behave("slow", { ms: 150 });
  const valkey = await startValkey(...(forgets ? ["--appendonly", "no"] : []));
  const operator = new Redis(valkey.url).on("error", () => {});

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

  /** Requests whose sending was cut short: each of them may rightly arrive twice. */
  let inFlight = 0;
  async function kill(index: number): Promise<void> {
    const victim = replicas[index] as Site;
    await victim.stop("SIGKILL");
    const ended = victim.events("quote.delivered").length + victim.events("quote.kept").length;
    inFlight += Math.max(0, victim.events("quote.received").length - ended);
    await sleep(500);
    replicas[index] = await startReplica(victim.outboxDir);
  }

  async function die(): Promise<void> {
    await answered(1 / 5);
    await kill(1);
    await answered(1 / 2);
    await valkey.stop("SIGKILL");
    await sleep(AWAY_MS);
    await valkey.start();
  }

  /** The visitors are told that theirs was sent, but the service takes none until the end. */
  async function forget(): Promise<void> {
    await answered(1 / 5);
    forwarder.behave("json-activation");
    await answered(2 / 5);
    await operator.flushall();
    await answered(3 / 5);
    await valkey.stop("SIGKILL");
    await sleep(AWAY_MS);
    await valkey.start();
    await answered(4 / 5);
    forwarder.behave("slow", { ms: 150 });
    await answered(9 / 10);
    await operator.flushall();
    inFlight += 3 * IN_HAND;
  }

  const started = performance.now();
  const queue = all.values();
  const visitor = async () => {
    for (const typed of queue) await insist(typed);
  };
  await Promise.all([forgets ? forget() : die(), ...Array.from({ length: AT_ONCE }, visitor)]);

  /** How many wait anywhere: in the queue, or in a folder that has not been moved over. */
  async function waiting(): Promise<number> {
    const folders = await Promise.all(replicas.map((site) => site.waiting()));
    return folders.flat().length + (await operator.hlen("site:new"));
  }
  /** What the service said that it took. */
  const taken = () =>
    forwarder.received
      .filter(({ mode }) => mode === "slow")
      .map((arrival) => JSON.stringify(typedIn(arrival)));
  const missing = () => {
    const there = new Set(taken());
    return all.filter((typed) => !there.has(JSON.stringify(typed))).length;
  };
  let left = await waiting();
  // One process sends what waits, one request after the other: 150 ms each, for most of them.
  const deadline = Date.now() + PATIENCE_MS;
  for (; (left > 0 || missing() > 0) && Date.now() < deadline; await sleep(1_000)) left = await waiting();

  const arrived = taken();
  const distinct = new Set(arrived);
  const lost = missing();
  const duplicates = arrived.length - distinct.size;
  const events = (event: string) => replicas.flatMap((site) => site.events(event));
  const faults = events("site.fault");
  const restored = events("valkey.restored").reduce((sum, { restored }) => sum + Number(restored), 0);
  const moved = events("outbox.moved").reduce((sum, { moved }) => sum + Number(moved), 0);

  const folders = replicas.map(({ outboxDir }) => outboxDir);
  operator.disconnect();
  await Promise.all(replicas.map((site) => site.end()));
  await valkey.end();
  proxy.close();
  await forwarder.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });

  const bad =
    lost > 0 || left > 0 || faults.length > 0 || distinct.size !== REQUESTS || duplicates > inFlight;
  const what = forgets
    ? "a Valkey without persistence emptied, killed and emptied again"
    : `one killed and started again, Valkey killed and back after ${AWAY_MS / 1000} s`;
  console.log(
    `${REQUESTS} requests, 2 replicas, ${what}: ` +
      `${told.sent} told sent, ${told.error} told an error, ${again} sent again; ${moved} moved over from a folder, ${restored} put back from copies; ` +
      `${faults.length} faults of the site, ${left} still waiting; ${Math.round((performance.now() - started) / 1000)} s`,
  );
  console.log(
    `${distinct.size} distinct deliveries, ${lost} lost, ${duplicates} duplicates (up to ${inFlight} were in flight)`,
  );
  for (const fault of faults) console.log(JSON.stringify(fault));
  return bad;
}
