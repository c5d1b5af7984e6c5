import { setTimeout as sleep } from "node:timers/promises";
import { send, type Typed, typedIn, typeSomething } from "../faults/visitor";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { type Random, randomFrom } from "../hostile/random";
import { type Postgres, startPostgres } from "../postgres";
import { type Site, startSite } from "../start-site";

const QUOTES = 500;
const EACH_MS = 40;
const PATIENCE_MS = 60_000;

type Bench = { postgres: Postgres; sites: Site[]; restart: (index: number) => Promise<void> };
type Event = { name: string; happen?: (bench: Bench) => Promise<void> };

/** What happens in the middle of the quotes. */
export const EVENTS: Event[] = [
  { name: "nothing" },
  { name: "a replica is killed and started again", happen: ({ restart }) => restart(0) },
  {
    name: "the server is killed",
    happen: async ({ postgres }) => {
      await postgres.stop("SIGQUIT");
      await sleep(1_000);
      await postgres.start();
    },
  },
  {
    name: "the server is restarted",
    happen: async ({ postgres }) => {
      await postgres.stop("SIGINT");
      await postgres.start();
    },
  },
  {
    name: "the server stands still for 5 s",
    happen: async ({ postgres }) => {
      const thaw = await postgres.freeze();
      await sleep(5_000);
      thaw();
    },
  },
];

/** 500 quotes to two sites in turn, and an event in the middle. Copies are second arrivals of what was told sent. */
export async function underWay({ happen }: Event, seed: string) {
  const random: Random = randomFrom(seed);
  const postgres = await startPostgres();
  const forwarder = await startForwarder();
  forwarder.behave("slow", { ms: 50 });
  const settings = {
    ...{ DATABASE_URL: postgres.url, FORWARD_URL: forwarder.url },
    ...{ FORWARD_TIMEOUT_MS: "2000", REDELIVERY_WAITS_S: "2" },
  };
  const sites = [await startSite(settings), await startSite(settings)];
  async function restart(index: number): Promise<void> {
    const { port, outboxDir, stop } = sites[index] as Site;
    await stop("SIGKILL");
    sites[index] = await startSite({ ...settings, PORT: String(port), OUTBOX_DIR: outboxDir });
  }
  const ports = sites.map(({ port }) => port);
  const quotes: { typed: Typed; told: string }[] = [];
  let slowestMs = 0;
  let event: Promise<void> | undefined;
  const at = random.int(150, 350);
  const posts: Promise<void>[] = [];
  for (let number = 0; number < QUOTES; number++) {
    if (number === at) event = happen?.({ postgres, sites, restart });
    const one = { typed: typeSomething(), told: "nothing" };
    quotes.push(one);
    const began = performance.now();
    posts.push(
      send(ports[number % 2] as number, one.typed).then((told) => {
        one.told = told;
        slowestMs = Math.max(slowestMs, Math.round(performance.now() - began));
      }),
    );
    await sleep(EACH_MS);
  }
  await event;
  await Promise.all(posts);

  const key = (typed: Typed | undefined) => typed?.email ?? "";
  const arrived = () => forwarder.received.map((arrival) => key(typedIn(arrival)));
  const sent = quotes.filter(({ told }) => told === "sent");
  const missing = () => sent.filter(({ typed }) => !arrived().includes(key(typed))).length;
  for (const began = performance.now(); missing() > 0 && performance.now() - began < PATIENCE_MS; )
    await sleep(500);
  await sleep(12_000); // What is sent once more comes by then.
  const result = {
    told: sent.length,
    lost: missing(),
    copies: forwarder.received.length - new Set(arrived()).size,
    slowestMs,
  };
  for (const site of sites) await site.end();
  await postgres.close();
  await forwarder.close();
  return result;
}
