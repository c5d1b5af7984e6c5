import { setTimeout as sleep } from "node:timers/promises";
import type { Arrival } from "../../forwarder/arrival.mjs";
import type { Postgres } from "../../postgres";
import { makeKept } from "../outbox";
import { until } from "../until";
import { type Typed, typedIn } from "../visitor";
import { AWAY, EACH_MS, FAILOVER, replicas, SETTINGS } from "./failover";

const QUOTES = 500;
const ANSWER_MS = 4_000;
const WATCHED_S = 30;

type Event = (postgres: Postgres, restart: Restart) => Promise<void>;
/** Ends the first site, and starts it again. */
type Restart = (signal: "SIGKILL" | "SIGTERM", settings?: Record<string, string>) => Promise<void>;

/** What happens in the middle of the quotes. */
const EVENTS: Record<string, Event> = {
  nothing: async () => {},
  "a replica is killed and started again": (_, restart) => restart("SIGKILL"),
  "FORWARD_TIMEOUT_MS changes on one site": (_, restart) =>
    restart("SIGTERM", { FORWARD_TIMEOUT_MS: "4000" }),
  "the server is killed": async ({ stop, start }) => {
    await stop("SIGQUIT");
    await sleep(1_000);
    await start();
  },
  "the server is restarted": async ({ stop, start }) => {
    await stop("SIGINT");
    await start();
  },
  "the server stands still for 5 s": async ({ freeze }) => {
    const thaw = await freeze();
    await sleep(5_000);
    thaw();
  },
};

/** 500 quotes to two sites in turn, and an event in the middle. */
const underWay = ([name, happen]: [string, Event]) =>
  replicas(name, async (stage, postgres, int) => {
    const { forwarder, expect } = stage;
    const at = int(150, 350);
    forwarder.behave("slow", { ms: 50 });
    const settings = { ...SETTINGS, DATABASE_URL: postgres.url };
    const one = await stage.start(settings);
    const other = await stage.start({ ...settings, OUTBOX_DIR: `${stage.dir}/other` });
    const restart: Restart = async (signal, changed) => {
      await stage.stop(signal, one);
      await stage.start({ ...settings, ...changed, PORT: String(one.port) });
    };
    let event: Promise<void> | undefined;
    const posts: Promise<unknown>[] = [];
    for (let number = 0; number < QUOTES; number++) {
      if (number === at) event = happen(postgres, restart);
      posts.push(stage.post({}, (number % 2 ? one : other).url));
      await sleep(EACH_MS);
    }
    await event;
    await Promise.all(posts);
    const slowest = stage.slowest();
    expect(slowest <= ANSWER_MS, `an answer took ${slowest} ms`);
    const promised = stage.sent.filter((each) => each.outcome === "sent");
    const missing = () => promised.filter(({ typed }) => !forwarder.received.some(isOf(typed))).length;
    await until(() => missing() === 0, 60_000, 500);
    expect(missing() === 0, `${missing()} told sent did not arrive`);
    await sleep(12_000); // What is sent once more comes by then.
    return `slowest answer ${slowest} ms`;
  });

const isOf = (typed: Typed) => (arrival: Arrival) => typedIn(arrival)?.email === typed.email;

/** Two sites that start at once over so many requests that wait: how soon they answer, and what they take. */
const restarted = (count: number) =>
  replicas(`${count} waiting`, async (stage, { url, sql }) => {
    // An attempt that a look at so many holds up is not one that the service failed.
    const settings = { DATABASE_URL: url, REDELIVERY_WAITS_S: "900", FORWARD_TIMEOUT_MS: "5000" };
    // The first site makes the tables, and leaves the lead to the others.
    await stage.start(settings);
    await stage.stop("SIGTERM");
    const { id: _, ...kept } = makeKept();
    const { receivedAt, waitingSince, tries } = kept;
    const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
    await sql(
      `INSERT INTO quote_request (id, status, received, written_at, leased_until, lease_holder, state, stored)
        SELECT md5(n::text), 'new', '${receivedAt}', 0, 0, '', ${quoted({ receivedAt, waitingSince, tries })},
          jsonb_set(${quoted(kept)}::jsonb, '{id}', to_jsonb(md5(n::text)))::text FROM generate_series(1, ${count}) AS n`,
    );
    const began = performance.now();
    const sites = await Promise.all(
      [0, 1].map((at) => stage.start({ ...settings, OUTBOX_DIR: `${stage.dir}/${at}` })),
    );
    const startMs = Math.round(performance.now() - began);
    const endWatch = stage.watch();
    for (let second = 0; second < WATCHED_S; second++) {
      const { outcome } = await stage.post({}, sites[second % 2]?.url);
      stage.expect(outcome === "sent", "a visitor did not see success");
      await sleep(1_000);
    }
    const pageMs = await endWatch();
    const quoteMs = stage.slowest();
    const memory = await Promise.all(sites.map((site) => site.memory()));
    // What arrives after the judgment, nobody would have sent.
    for (const site of sites) await stage.stop("SIGTERM", site);
    const drained = stage.forwarder.received.length - WATCHED_S;
    stage.expect(drained > 0, `nothing that waited was sent within ${WATCHED_S} s`);
    // What waited is one request under many ids, and nobody sent it here.
    if (drained > 0) stage.sent.push({ typed: kept.request, outcome: "sent" });
    await stage.judge({ excused: count });
    return `both start in ${startMs} ms, slowest page ${pageMs} ms, slowest quote ${quoteMs} ms, ${drained} sent, ${memory.join(" and ")} MiB`;
  });

export const REPLICAS = [
  ...Object.entries(EVENTS).map(underWay),
  ...[AWAY, FAILOVER, restarted(10_000), restarted(100_000)],
];
