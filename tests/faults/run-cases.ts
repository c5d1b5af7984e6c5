import { randomFrom } from "../hostile/random";
import { printTable } from "../table";
import type { Case, Outcome } from "./case";
import { within } from "./until";

const LIMIT_S = 120;

/** Runs the cases one after the other, for they measure times, and prints what came of them as a table. */
export async function runCases(
  cases: readonly Case[],
  seed: string,
): Promise<{ wrong: number; skipped: number }> {
  const rows: string[][] = [];
  const skips: string[] = [];
  let wrong = 0;
  for (const one of cases) {
    const lack = await one.lacks?.();
    if (lack) {
      skips.push(`SKIPPED: ${one.name}, because ${lack}`);
      console.log(skips.at(-1));
      continue;
    }
    const began = performance.now();
    const outcome = await runOne(one, seed);
    const seconds = Math.round((performance.now() - began) / 1000);
    if (outcome.wrong.length > 0) wrong++;
    const verdict = outcome.wrong.length > 0 ? `WRONG: ${outcome.wrong.join("; ")}` : "ok";
    console.log(`${one.name}: ${verdict} (${seconds} s)`);
    const { attempts, sent, lost, copies, seen } = outcome;
    rows.push([
      one.name,
      ...[attempts, sent, lost, copies, seconds].map(String),
      `${seen} ${verdict}`.trim(),
    ]);
  }
  if (rows.length > 0) printTable(["fault", "attempts", "told sent", "lost", "copies", "s", ""], rows);
  for (const skip of skips) console.log(skip);
  return { wrong, skipped: skips.length };
}

async function runOne(one: Case, seed: string): Promise<Outcome> {
  const nothing = { attempts: 0, sent: 0, lost: 0, copies: 0, seen: "" };
  const limitS = one.limitS ?? LIMIT_S;
  try {
    const outcome = await within(one.run(randomFrom(`${seed}/${one.name}`)), limitS * 1_000);
    return outcome === "late" ? { ...nothing, wrong: [`it did not end within ${limitS} s`] } : outcome;
  } catch (error) {
    return { ...nothing, wrong: [`the case broke off: ${String(error).split("\n")[0]}`] };
  }
}
