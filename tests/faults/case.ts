import type { Random } from "../hostile/random";

/** What became of the requests of a case. */
export type Outcome = {
  /** Requests whose visitor was told that they were sent. */
  sent: number;
  /** Those of them that neither reached the service nor lie in the outbox. */
  lost: number;
  /** Second arrivals, and how many of them had no reason. */
  copies: number;
  unfounded: number;
  /** The figures that were measured, in words. */
  seen: string;
  /** Everything that was wrong, in words. */
  wrong: string[];
};

/** A fault of the service, the disk, the clock or the process, and what the site makes of it. */
export type Case = {
  name: string;
  /** Measures no times, so others may run beside it. */
  beside?: true;
  /** Runs only with `--long`. */
  long?: true;
  /** It must have ended after this many seconds; 120 unless said. */
  limitS?: number;
  /** Why it cannot run on this machine, or undefined if it can. */
  lacks?: () => Promise<string | undefined>;
  run: (random: Random) => Promise<Outcome>;
};

/** What came of several parts of one case. What was wrong in more than one is said once. */
export function addUp(parts: Outcome[], seen = ""): Outcome {
  const sum = (of: "sent" | "lost" | "copies" | "unfounded") =>
    parts.reduce((total, part) => total + part[of], 0);
  return {
    sent: sum("sent"),
    lost: sum("lost"),
    copies: sum("copies"),
    unfounded: sum("unfounded"),
    seen,
    wrong: [...new Set(parts.flatMap(({ wrong }) => wrong))],
  };
}
