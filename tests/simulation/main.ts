/**
 * `npm run simulate`: plays a request's delivery in many scenarios, each from its seed. `--seeds 1-10000` plays these,
 * `--seed 17 --story` tells what happens in one, `--self-check` tests that the simulation notices deliberate faults.
 */
import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { FAULTS } from "./faults";
import { findFault, playSeeds, SEEDS_FOR_A_FAULT } from "./run";
import type { Report } from "./scenario";

type Brief = Omit<Report, "story">;
const brief = ({ story: _, ...rest }: Report): Brief => rest;

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1-200" },
    seed: { type: "string" },
    story: { type: "boolean" },
    "self-check": { type: "boolean" },
    /** Of a worker: every how many of the seeds or faults is its own, and which is its first. */
    part: { type: "string" },
  },
});
const [first = 1, last = first] = (values.seed ?? values.seeds).split("-").map(Number);
const all = values["self-check"]
  ? FAULTS.map((_, number) => number)
  : Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Calls with each seed or fault of this worker. */
async function work(part: string): Promise<void> {
  const [step = 1, start = 0] = part.split("/").map(Number);
  const own = all.filter((_, index) => index % step === start);
  const send = (key: number, report?: Brief) =>
    new Promise((resolve) => process.send?.({ key, report }, resolve));
  if (values["self-check"])
    for (const number of own) {
      const report = await findFault(number);
      await send(number, report && brief(report));
    }
  else await playSeeds(own, (report) => send(report.seed, brief(report)));
  process.disconnect();
}

/** Shares the seeds or faults among as many processes as there are processors. */
async function share(onReport: (key: number, report?: Brief) => void): Promise<void> {
  const workers = availableParallelism();
  const ended = Array.from({ length: workers }, (_, start) => {
    const child = fork("tests/run-typescript.mjs", [
      "tests/simulation/main.ts",
      ...process.argv.slice(2),
      ...["--part", `${workers}/${start}`],
    ]);
    child.on("message", ({ key, report }: { key: number; report?: Brief }) => onReport(key, report));
    return new Promise<void>((resolve, reject) =>
      child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`)))),
    );
  });
  await Promise.all(ended);
}

async function checkItself(): Promise<number> {
  const rows = new Map<number, { fault: string; "first seed": number | string; problem: string }>();
  await share((number, report) => {
    const fault = FAULTS[number]?.name ?? "";
    const problem = report?.problems[0] ?? `not noticed in ${SEEDS_FOR_A_FAULT} seeds`;
    rows.set(number, { fault, "first seed": report?.seed ?? "none", problem });
  });
  console.table([...rows].sort(([one], [other]) => one - other).map(([, row]) => row));
  const missed = [...rows.values()].filter((row) => row["first seed"] === "none").length;
  console.log(`${rows.size} deliberate faults, ${missed} not noticed`);
  return missed;
}

async function playAll(): Promise<number> {
  const began = performance.now();
  const total = { posts: 0, arrivals: 0, copies: 0, days: 0 };
  let wrong = 0;
  await share((seed, report) => {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += report?.counts[name] ?? 0;
    if (!report || report.problems.length === 0) return;
    wrong++;
    console.log(`seed ${seed}\n  ${report.problems.join("\n  ")}`);
  });
  const seconds = (performance.now() - began) / 1000;
  const { posts, arrivals, copies, days } = total;
  console.log(
    `${posts} posts, ${arrivals} arrivals, ${copies} copies with a reason, ${Math.round(days)} days`,
  );
  console.log(
    `${all.length} scenarios, ${wrong} with problems, ${Math.round(seconds)} s, ${(all.length / seconds).toFixed(1)} a second`,
  );
  return wrong;
}

if (values.part) await work(values.part);
else if (values.story) await playSeeds([first], ({ story }) => console.log(story.join("\n")));
else process.exitCode = (await (values["self-check"] ? checkItself() : playAll())) > 0 ? 1 : 0;
