/**
 * `npm run simulate`: plays a request's delivery in many scenarios, each from its seed. `--seeds 1-10000` plays these,
 * `--seed 17 --story` tells what happens in one, `--postgres` has the requests in one, `--self-check`
 * tests that the simulation notices deliberate faults.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import pg from "pg";
import { startPostgres } from "../postgres";
import { Database } from "./database";
import { FAULTS, findFault } from "./faults";
import { loadProgram } from "./program";
import { playScenario, type Report } from "./scenario";
import { DIR, type World } from "./world";

const [string, boolean] = [{ type: "string" }, { type: "boolean" }] as const;
const options = {
  ...{ seeds: string, seed: string, story: boolean, postgres: boolean },
  ...{ "self-check": boolean, part: string },
};
const { values } = parseArgs({ options });
const isSelfCheck = values["self-check"] === true;
const [first = 1, last = first] = (values.seed ?? values.seeds ?? "1-200").split("-").map(Number);
/** Seeds, or the numbers of faults. */
const keys = isSelfCheck
  ? [...FAULTS.keys()]
  : Array.from({ length: last - first + 1 }, (_, at) => first + at);

type Result = { key: number; report?: Partial<Report> };

/** Plays the part of the keys that a worker has: `COUNT/NUMBER`. */
async function work(part: string): Promise<void> {
  const [count = 1, number = 0] = part.split("/").map(Number);
  const program = await loadProgram();
  const database = await prepareDatabase();
  for (const key of keys.filter((_, at) => at % count === number)) {
    const { story: _, ...report } =
      (await (isSelfCheck ? findFault(key) : playScenario(program, key, database))) ?? {};
    await new Promise((resolve) => process.send?.({ key, report }, resolve));
  }
  process.exit(0);
}

/** A server for this process. It ends with it. */
async function prepareDatabase(): Promise<((world: World) => Promise<Database>) | undefined> {
  if (!values.postgres) return undefined;
  const { url } = await startPostgres();
  const client = new pg.Client(url);
  await client.connect();
  return (world) => Database.empty(client, { ...world, dir: DIR });
}

/** Shares the keys among as many processes as there are processors. */
async function share(onResult: (result: Result) => void): Promise<void> {
  const count = availableParallelism();
  const ended = Array.from({ length: count }, (_, number) => {
    const own = ["tests/simulation/main.ts", ...process.argv.slice(2), "--part", `${count}/${number}`];
    const worker = fork("tests/run-typescript.mjs", own).on("message", onResult);
    return new Promise((resolve) => worker.on("exit", resolve));
  });
  if ((await Promise.all(ended)).some((code) => code !== 0)) throw new Error("A worker failed");
}

/** Prints the table of deliberate faults. Resolves to how many were not noticed. */
async function checkItself(): Promise<number> {
  const rows: Record<string, unknown>[] = [];
  await share(({ key, report: { seed, problems } = {} }) => {
    rows[key] = { fault: FAULTS[key]?.name, "first seed": seed, problem: problems?.[0]?.slice(0, 70) };
  });
  console.table(rows);
  return rows.filter(({ problem }) => !problem).length;
}

/** Prints the problems of each seed, and sums. Resolves to how many problems there are. */
async function playAll(): Promise<number> {
  const total: Record<string, number> = { scenarios: keys.length, problems: 0 };
  await share(({ key, report: { problems = [], counts = {} } = {} }) => {
    for (const [name, count] of Object.entries({ ...counts, problems: problems.length }))
      total[name] = (total[name] ?? 0) + Math.round(count);
    if (problems.length > 0) console.log(`seed ${key}\n  ${problems.join("\n  ")}`);
  });
  console.log({ ...total, seconds: Math.round(performance.now() / 1000) });
  return total.problems ?? 0;
}

if (values.part) await work(values.part);
else if (values.story) {
  console.log((await playScenario(await loadProgram(), first, await prepareDatabase())).story.join("\n"));
  process.exit(0);
} else process.exitCode = (await (isSelfCheck ? checkItself() : playAll())) > 0 ? 1 : 0;
