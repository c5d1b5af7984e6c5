import { randomBytes } from "node:crypto";
import type { Config } from "~/config/config.server";
import type { ChannelFacts, Condition } from "~/monitoring/conditions/condition.server";
import { parseJson } from "~/quote/lifecycle/parse-json";
import type { ChannelName } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** The file beside the requests in which the process that redelivers writes its conditions at each look: for the doctor and the next process. */
const NAME = "health.json";
/** Another version may write another form: then the file counts as missing. */
const FORMAT = 1;

/**
 * What was said of a condition, by its key: the condition as it was when it was `first` announced; `at` and `times`: when and how often it
 * was announced since it last became worse; `goneAt`: since when it does not hold.
 */
export type Announced = Record<
  string,
  { first: Condition; at: string; times: number; severity: string; each: string[]; goneAt?: string }
>;

export type Health = {
  /** When the look ended (ISO 8601). */
  at: string;
  /** Tells one process from another. */
  instance: string;
  version: string;
  /** `Config.fingerprint` */
  settings: string;
  /** Undefined if the outbox could not be read. */
  counts?: Record<string, number>;
  conditions: Condition[];
  announced: Announced;
  channels: Record<string, NonNullable<ChannelFacts["failing"]>>;
};

/** Reads the file. Returns undefined if it is missing or incomplete; throws if it cannot be read. */
export async function readHealth(outbox: Pick<Outbox, "readMetadata">): Promise<Health | undefined> {
  const found = parseJson((await outbox.readMetadata(NAME)) ?? "");
  return found?.format === FORMAT ? found : undefined;
}

export const writeHealth = (outbox: Pick<Outbox, "writeMetadata">, health: Health): Promise<void> =>
  outbox.writeMetadata(NAME, `${JSON.stringify({ format: FORMAT, ...health }, null, 2)}\n`);

const TESTED = "tested.json";

/** When which channels accepted the doctor's TEST, and its `fingerprint`. Undefined if it never sent one. */
export const readTested = async (
  outbox: Pick<Outbox, "readMetadata">,
): Promise<{ at: string; settings: string; channels: ChannelName[] } | undefined> =>
  parseJson((await outbox.readMetadata(TESTED)) ?? "");

/** Tells the site that these channels accept. */
export const writeTested = (
  outbox: Pick<Outbox, "writeMetadata">,
  config: Config,
  channels: readonly ChannelName[],
  at = new Date(),
) => outbox.writeMetadata(TESTED, JSON.stringify({ at, settings: config.fingerprint, channels }));

/** Tells this process from others; /readyz says it, too. */
export const INSTANCE = randomBytes(8).toString("hex");
