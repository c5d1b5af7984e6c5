import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { makeKept } from "../faults/outbox";
import { send, typeSomething } from "../faults/visitor";
import { startForwarder } from "../forwarder/forwarder.mjs";
import { startPostgres } from "../postgres";
import { startSite } from "../start-site";

const WATCHED_S = 30;

/** Two sites that start at once over so many requests that wait: how soon they answer, and what they take. */
export async function manyWaiting(count: number): Promise<{ text: string; isWrong: boolean }> {
  const postgres = await startPostgres();
  const forwarder = await startForwarder();
  const settings = { DATABASE_URL: postgres.url, FORWARD_URL: forwarder.url, REDELIVERY_WAITS_S: "900" };
  // The first site makes the tables.
  await (await startSite(settings)).end();
  const { id: _, ...kept } = makeKept();
  const { receivedAt, waitingSince, tries } = kept;
  const quote = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
  await postgres.sql(
    `INSERT INTO request (id, place, received, noted, lease, entry, stored)
      SELECT md5(n::text), 'new', '${receivedAt}', 0, 0, ${quote({ receivedAt, waitingSince, tries })},
        jsonb_set(${quote(kept)}::jsonb, '{id}', to_jsonb(md5(n::text)))::text FROM generate_series(1, ${count}) AS n`,
  );
  const began = performance.now();
  const sites = await Promise.all([startSite(settings), startSite(settings)]);
  const startMs = Math.round(performance.now() - began);
  const [one, other] = sites;
  let pageMs = 0;
  let quoteMs = 0;
  let told = 0;
  for (let second = 0; second < WATCHED_S; second++) {
    const asked = performance.now();
    await (await fetch(`${one.url}/services`)).text();
    pageMs = Math.max(pageMs, Math.round(performance.now() - asked));
    const posted = performance.now();
    if ((await send(other.port, typeSomething())) === "sent") told++;
    quoteMs = Math.max(quoteMs, Math.round(performance.now() - posted));
    await sleep(1_000);
  }
  const memory = await Promise.all(sites.map((site) => site.memory()));
  const drained = sites.reduce((sum, site) => sum + site.events("quote.delivered").length, 0) - told;
  for (const site of sites) await site.end();
  await postgres.close();
  await forwarder.close();
  const text = `${count} waiting: both start in ${startMs} ms, slowest page ${pageMs} ms, slowest quote ${quoteMs} ms (${told} of ${WATCHED_S} sent), ${drained} of the waiting sent in ${WATCHED_S} s, ${memory.map(Math.round).join(" and ")} MiB`;
  return { text, isWrong: pageMs > 1_000 || told < WATCHED_S };
}
