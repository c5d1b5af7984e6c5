import type { Random } from "../hostile/random";
import { startMailServer } from "../mail-server";
import { type Disk, lacking } from "./disk";
import type { Outcome } from "./judge";
import { openStage, type Stage } from "./stage";

/** A fault of the service, the disk, the clock or the process, and what the site makes of it. */
export type Case = {
  name: string;
  /** Measures no times, so others may run beside it. */
  beside?: true;
  /** It must have ended after this many seconds; 120 unless said. */
  limitS?: number;
  /** Why it cannot run on this machine, or undefined if it can. */
  lacks: () => Promise<string | undefined>;
  /** `seen`: the figures that were measured, in words. */
  run: (random: Random) => Promise<Outcome & { seen?: string }>;
};

/** `disk`: where the outbox lies, if not in a folder of its own; `mailed`: a mail server gets each request, too. */
type Given = Partial<Omit<Case, "name" | "run">> & { disk?: () => Promise<Disk>; mailed?: true };

/**
 * A case that is played on a stage, which then judges what became of its requests.
 *
 * @param act what happens; returns the figures that it measured in words, if any
 */
export const onStage = (
  name: string,
  { disk, mailed, ...rest }: Given,
  act: (stage: Stage, random: Random) => Promise<unknown>,
): Case => ({
  name,
  lacks: async () => disk && lacking(disk),
  ...rest,
  run: async (random) => {
    const stage = await openStage(await disk?.(), mailed && (await startMailServer()));
    try {
      const seen = await act(stage, random);
      await stage.judge();
      return { ...stage.outcome, seen: typeof seen === "string" ? seen : "" };
    } finally {
      await stage.end();
    }
  },
});
