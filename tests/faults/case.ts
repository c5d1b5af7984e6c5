import type { Random } from "../hostile/random";

/** What came of one case. */
export type Outcome = {
  /** How often the fault struck. */
  attempts: number;
  /** Requests whose visitor was told that they were sent. */
  sent: number;
  /** Those of them that neither reached the service nor lie in the outbox. */
  lost: number;
  /** Second arrivals for which there was no reason. */
  copies: number;
  /** The figures that were measured, in words. */
  seen: string;
  /** Everything that was wrong, in words. */
  wrong: string[];
};

/** A fault of the disk, the clock or the process, and what the site makes of it. */
export type Case = {
  name: string;
  /** Runs only with `--long`. */
  long?: true;
  /** It must have ended after this many seconds; 120 unless said. */
  limitS?: number;
  /** Why it cannot run on this machine, or undefined if it can. */
  lacks?: () => Promise<string | undefined>;
  run: (random: Random) => Promise<Outcome>;
};
