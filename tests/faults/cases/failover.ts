import { setTimeout as sleep } from "node:timers/promises";
import { noPostgres, type Postgres, startPostgres } from "../../postgres";
import { startTcpSwitch } from "../../tcp-switch";
import { type Case, onStage } from "../case";
import { arrivals, keyOf, type Sent } from "../judge";
import type { Stage } from "../stage";
import { until } from "../until";
import { type Typed, typeSomething, visit } from "../visitor";

const QUOTES = 200;
export const EACH_MS = 40;
/** Most requests are over the limit: saved, and sent within the next four windows. */
const LIMITS = { RATE_LIMIT_MAX: "10", RATE_LIMIT_WINDOW_S: "10" };
export const SETTINGS = { FORWARD_TIMEOUT_MS: "2000", REDELIVERY_WAITS_S: "2" };

type Act = (stage: Stage, postgres: Postgres, int: (low: number, high: number) => number) => Promise<string>;
/** Sites over a PostgreSQL of their own. */
export const replicas = (name: string, act: Act): Case =>
  onStage(`replicas: ${name}`, { limitS: 300, lacks: async () => noPostgres }, async (stage, random) => {
    const postgres = await startPostgres();
    try {
      return await act(stage, postgres, random.int);
    } finally {
      await postgres.close();
    }
  });

/** While PostgreSQL is down, requests are sent without being saved, and visitors see an error if that fails. */
export const AWAY = replicas("PostgreSQL is away, then the service too", async (stage, postgres) => {
  const { forwarder, expect } = stage;
  await stage.start({ ...SETTINGS, DATABASE_URL: postgres.url });
  forwarder.behave("status", { status: 500 });
  const before = await stage.atOnce(20);
  await postgres.stop("SIGQUIT");
  forwarder.behave("json-true");
  const up: Sent[] = [];
  for (let round = 0; round < 10; round++) up.push(...(await stage.atOnce(20)));
  const thanked = up.filter(({ outcome }) => outcome === "sent").length;
  expect(thanked === up.length, `${thanked} of ${up.length} were thanked`);
  forwarder.behave("hang");
  stage.slowest();
  const down = await stage.atOnce(20);
  const isRefused = down.every(({ outcome }) => outcome === "error");
  expect(isRefused, "someone saw success");
  const slowest = stage.slowest();
  expect(slowest <= 7_000, `an answer took ${slowest} ms`);
  forwarder.behave("json-true");
  await postgres.start();
  const isSent = ({ typed }: Sent) => arrivals(forwarder).has(keyOf(typed));
  await until(() => before.every(isSent), 60_000, 500);
  expect(before.every(isSent), "what had been stored was not sent");
  return `${thanked} of ${up.length} thanked; with the service down ${down.length} refused, the slowest after ${slowest} ms`;
});

/** Two sites over a server with a replica that it waits for. It dies, the replica is promoted, and a proxy leads there. */
export const FAILOVER = replicas("a synchronous standby is promoted", async (stage, primary, int) => {
  const standby = await startPostgres(primary);
  const proxy = await startTcpSwitch(primary.port);
  try {
    await primary.set({ synchronous_standby_names: "*" });
    const DATABASE_URL = primary.url.replace(`:${primary.port}/`, `:${proxy.port}/`);
    const sites = [];
    for (const name of ["one", "other"])
      sites.push(
        await stage.start({ ...SETTINGS, ...LIMITS, DATABASE_URL, OUTBOX_DIR: `${stage.dir}/${name}` }),
      );
    const at = int(60, 140);
    /** Requests whose visitors were thanked, and told that they are saved. */
    const [promised, saved]: [Typed[], Typed[]] = [[], []];
    const posts: Promise<void>[] = [];
    const post = async (url = "") => {
      const typed = typeSomething();
      const { status, text } = await visit(`${url}/quote`, { typed });
      if (status === 303) promised.push(typed);
      if (status === 429 && text.includes("This request is saved")) saved.push(typed);
      stage.sent.push({ typed, outcome: status === 303 ? "sent" : "error" });
    };
    for (let number = 0; number < QUOTES; number++) {
      if (number === at) {
        await primary.stop("SIGQUIT");
        await standby.promote();
        proxy.to(standby.port);
      }
      posts.push(post(sites[number % 2]?.url));
      await sleep(EACH_MS);
    }
    await Promise.all(posts);
    const missing = () => {
      const times = arrivals(stage.forwarder);
      return [...promised, ...saved].filter((typed) => !times.has(keyOf(typed))).length;
    };
    await until(() => missing() === 0, 90_000, 500);
    stage.expect(missing() === 0, `${missing()} of ${promised.length + saved.length} did not arrive`);
    return `${promised.length} thanked, ${saved.length} saved for later, all arrived`;
  } finally {
    await standby.close();
    proxy.close();
  }
});
