import { stat } from "node:fs/promises";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Config } from "~/config/config.server";
import { escapeControlCharacters } from "~/log/escape-control-characters";
import { disk } from "~/quote/outbox/folder/io-limiter.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { CAUSES } from "~/quote/outbox/folder/troubles.server";
import { Unavailable } from "~/quote/outbox/postgres/unavailable.server";

// As the site has it (preflight.mjs), also where a command is run without that.
setDefaultAutoSelectFamilyAttemptTimeout(2_500);

/**
 * Reads the words and options of a command. `--help`, `-h` and `help` print `usage` and end it with status 0, an unknown option ends
 * it with 2, before it has done anything.
 */
export function readCommandLine<const T extends NonNullable<ParseArgsConfig["options"]>>(
  usage: string,
  options: T,
) {
  const help = { type: "boolean", short: "h" } as const;
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...options, help } });
    if (!("help" in values) && positionals[0] !== "help") return { values, positionals };
  } catch (error) {
    // What follows the first sentence is advice for another kind of command.
    refuse(String((error as Error).message.split(". ")[0]));
  }
  process.stdout.write(usage);
  process.exit(0);
}

/** Ends a command that cannot be understood. */
export function refuse(reason: string): never {
  process.stderr.write(`${reason}. Nothing was done. Try \`help\`.\n`);
  process.exit(2);
}

/**
 * Run as root, a command becomes the outbox folder's owner before it touches the folder: the site could neither read nor
 * replace what root wrote. Ends the process if it cannot.
 */
async function actAsOwner(dir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const owner = await disk(() => stat(dir)).catch(() => undefined);
  if (!owner || owner.uid === 0) return;
  const { uid, gid } = owner;
  try {
    process.setgroups?.([gid]);
    process.setgid?.(gid);
    process.setuid?.(uid);
  } catch {
    process.stderr.write(`Root cannot become the owner of OUTBOX_DIR here. Run this as user ${uid}.\n`);
    process.exit(1);
  }
}

/** Opens the outbox of the settings. A folder that is not there is not made. `check` throws if it cannot be used. */
export async function openOutbox({ outboxDir, databaseUrl, keepSentDays }: Config) {
  if (!databaseUrl) {
    await actAsOwner(outboxDir);
    const folder = openFolder(outboxDir, { keepSentDays, mustExist: true });
    return { outbox: folder, check: folder.check };
  }
  const { openPostgres } = await import("~/quote/outbox/postgres/open.server");
  const options = { log: () => {}, keepSentDays, leaseMs: 0, lockMs: 0, waitMs: 10_000 };
  const { outbox } = await openPostgres(databaseUrl, options);
  return { outbox, check: outbox.idKey };
}

// A reader that stops early, like `head`, is no problem.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") complain(error);
});

/** Prints a line, or lines as they come, until nobody reads them. */
export async function print(text: string | AsyncIterable<string>): Promise<void> {
  for await (const line of typeof text === "string" ? [text] : text) {
    if (process.stdout.errored) return;
    process.stdout.write(`${escapeControlCharacters(line)}\n`);
  }
}

/** Says what went wrong, of a disk in plain words. The command goes on, and ends with status 1. */
export function complain(error: NodeJS.ErrnoException): void {
  process.exitCode = 1;
  const { message, code = "" } = error;
  // PostgreSQL's own words are better, although it shares some codes with a disk.
  const cause = error instanceof Unavailable ? undefined : CAUSES[code];
  const text = cause?.replace(/\.$/, ` (${code}).`) ?? message;
  process.stderr.write(`${escapeControlCharacters(text)}\n`);
}
