/**
 * `npm run test:replicas`: two sites over one PostgreSQL, 500 quotes, and what goes wrong meanwhile: a replica is killed and
 * started again, the server is killed, restarted, and stands still. Then what waits from before: 10,000 and 100,000 requests.
 * `--seed` repeats the moments of a run, `--only` runs what has the text in its name. Ends with status 1 if anything was lost.
 */
import { parseArgs } from "node:util";
import { noPostgres } from "../postgres";
import { printTable } from "../table";
import { manyWaiting } from "./many-waiting";
import { EVENTS, underWay } from "./under-way";

const { only = "", seed = "1" } = parseArgs({
  options: { only: { type: "string" }, seed: { type: "string" } },
}).values;

if (noPostgres) throw new Error(noPostgres);
let wrong = 0;
const rows: string[][] = [];
for (const event of EVENTS.filter(({ name }) => name.includes(only))) {
  const { told, lost, copies, slowestMs } = await underWay(event, seed);
  if (lost > 0 || slowestMs > 4_000) wrong++;
  rows.push([event.name, ...[told, lost, copies, slowestMs].map(String)]);
}
if (rows.length > 0) printTable(["event", "told sent", "lost", "copies", "slowest answer, ms"], rows);
for (const count of [10_000, 100_000].filter((number) => `${number} waiting`.includes(only))) {
  const { text, isWrong } = await manyWaiting(count);
  if (isWrong) wrong++;
  console.log(text);
}
console.log(`seed ${seed}, ${wrong} wrong`);
process.exit(wrong > 0 ? 1 : 0);
