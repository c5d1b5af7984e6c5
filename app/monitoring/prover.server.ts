import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/config/error-code";
import type { Log } from "~/config/log.server";
import type { Proof } from "~/monitoring/prove.server";
import type { Turn } from "~/quote/outbox/folder-turn.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** First the site starts; then it asks every hour whether a proof is due. */
const PACE = { firstMs: 5_000, everyMs: 60 * 60 * 1000 };

/**
 * Proves every `everyDays` that requests arrive, and logs the result: the first time soon after the start, the day after
 * if a proof was not good. Never ends; keeps no process alive.
 */
export async function runProver(
  { turn, everyDays, prove, log }: { turn: Turn; everyDays: number; prove: () => Promise<Proof[]>; log: Log },
  { firstMs, everyMs } = PACE,
): Promise<never> {
  const report = makeReport(log);

  async function proveIfDue(): Promise<void> {
    // While neither folder nor Valkey takes notes, no proof is made: it might be made over and over.
    if (!(await turn.take(DAY_MS).catch(() => false))) return;
    const proofs = await prove();
    for (const proof of proofs) report(proof);
    const isGood = proofs.every(({ state }) => state === "arrived");
    if (isGood) await turn.postpone(everyDays * DAY_MS).catch(() => {});
  }

  await sleep(firstMs, undefined, { ref: false });
  for (;;) {
    // A bug in a proof must not end the site.
    await proveIfDue().catch((error) => log("error", "site.fault", { code: errorCode(error) }));
    await sleep(everyMs, undefined, { ref: false });
  }
}

/** Makes the function that logs one result. That a trouble is over is said once. */
export function makeReport(log: Log) {
  /** By problem and channel. */
  const troubles = new Map<string, { problem: string; channel?: string }>();

  return function report({ state, level, channel, advice, facts }: Proof) {
    const problem = `proof.${state}`;
    if (state !== "arrived") troubles.set(`${problem} ${channel}`, { problem, channel });
    if (state === "spam") return log("error", "proof.spam", { channel, ...facts, advice });
    if (state === "missing") return log("error", "proof.missing", { channel, ...facts, advice });
    if (state === "failed") return log(level, "proof.failed", { channel, ...facts, advice });
    log("info", "proof.arrived", { channel, ...facts });
    for (const [key, trouble] of troubles) {
      // If the mailbox had failed, this is over, too.
      if (trouble.channel && trouble.channel !== channel) continue;
      troubles.delete(key);
      log("info", "problem.over", trouble);
    }
  };
}
