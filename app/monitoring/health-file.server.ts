import { createHash } from "node:crypto";
import * as z from "zod";
import type { Config } from "~/config/config.server";
import { parseJson } from "~/quote/lifecycle/parse-json";
import type { Outbox } from "~/quote/outbox/outbox.server";

/** The file beside the requests in which the site writes its conditions at each look, for the doctor and the next process. */
const NAME = "health.json";

const failure = z.object({
  class: z.string(),
  status: z.number().optional(),
  code: z.string().optional(),
  location: z.string().optional(),
});
const condition = z.object({
  id: z.string(),
  severity: z.enum(["problem", "notice", "info"]),
  since: z.iso.datetime(),
  title: z.string(),
  text: z.string(),
  advice: z.string(),
  about: z.string().optional(),
  each: z.array(z.string()).optional(),
  toldWith: z.string().optional(),
  replaces: z.string().optional(),
  endsQuietly: z.literal(true).optional(),
  noMessage: z.literal(true).optional(),
});
/** What was said of a condition: as it was when it was first told, when and how often since, and since when it is gone. */
const told = z.object({
  ...{ first: condition, at: z.iso.datetime(), times: z.number() },
  ...{ severity: z.string(), each: z.array(z.string()), goneAt: z.iso.datetime().optional() },
});
const health = z.object({
  at: z.iso.datetime(),
  /** Tells one process from another. */
  instance: z.string(),
  version: z.string(),
  /** A hash of the settings. */
  settings: z.string(),
  counts: z.record(z.string(), z.number()).optional(),
  conditions: z.array(condition),
  told: z.record(z.string(), told),
  channels: z.partialRecord(z.enum(["forward", "mail"]), z.object({ since: z.iso.datetime(), failure })),
});

export type Health = z.infer<typeof health>;
/** By the key of the condition. */
export type Told = Health["told"];

/** Reads the file. Undefined if there is none, or it is not whole. Throws what reading throws. */
export const readHealth = async (outbox: Pick<Outbox, "readMetadata">): Promise<Health | undefined> =>
  health.safeParse(parseJson((await outbox.readMetadata(NAME)) ?? "")).data;

export const writeHealth = (outbox: Pick<Outbox, "writeMetadata">, content: Health): Promise<void> =>
  outbox.writeMetadata(NAME, `${JSON.stringify(content, null, 2)}\n`);

/** What tells settings apart. */
export const settingsHash = (config: Config): string =>
  createHash("sha256").update(JSON.stringify(config)).digest("hex");
