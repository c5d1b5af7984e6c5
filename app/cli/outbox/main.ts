/** `npm run outbox`: shows and changes what is in the outbox, whether the site runs or not. */
import { parseArgs } from "node:util";
import { actAsOwner } from "~/cli/act-as-owner";
import { again, forget, now } from "~/cli/outbox/change";
import { describeFound, findOf, isConfirmed } from "~/cli/outbox/erase";
import { exportCsv, exportRows } from "~/cli/outbox/export";
import { describe, list } from "~/cli/outbox/list";
import { config } from "~/config/config.server";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { parseJson } from "~/config/parse-json";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { find } from "~/quote/outbox/outbox.server";

const USAGE = `npm run outbox                  lists waiting, sent and dead requests: ids, no personal data
npm run outbox show ID          shows one request in full
npm run outbox now ID|all       retries waiting requests now
npm run outbox again ID         sends a sent or dead request again
npm run outbox forget ID        deletes one request, wherever it is
npm run outbox erase TEXT       deletes all requests with this email address or phone number
npm run outbox export           prints all requests in full, as CSV
npm run outbox purge            deletes sent requests older than KEEP_SENT_DAYS
After --: --json prints JSON, --yes erases without asking. Example: npm run outbox -- list --json`;

const ID = /^[0-9a-f]{32}$/;

/** What the commands take; `erase` takes a text. */
const TAKE_NOTHING = ["list", "export", "purge"];
const TAKE_AN_ID = ["show", "now", "again", "forget"];

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { json: { type: "boolean" }, yes: { type: "boolean" } },
});
const [command = "list", given = ""] = positionals;

const isKnown = [...TAKE_NOTHING, ...TAKE_AN_ID, "erase"].includes(command);
if (!isKnown || (!given && !TAKE_NOTHING.includes(command))) fail(USAGE);
if (TAKE_AN_ID.includes(command) && !ID.test(given) && !(command === "now" && given === "all"))
  fail(`${given} is not an id: an id has 32 digits, 0 to 9 and a to f.`);
await actAsOwner(config.outboxDir);
const outbox = openOutbox(config.outboxDir, { keepSentDays: config.keepSentDays });

try {
  const said = await run();
  const text = said && (values.json ? JSON.stringify(said.json) : said.text);
  if (text !== undefined) process.stdout.write(`${escapeControlCharacters(text)}\n`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  process.exitCode = 1;
  process.stderr.write(`${escapeControlCharacters(code ?? message)}\n`);
}

/** Runs the command. Returns what it says, to people and as JSON. */
async function run(): Promise<{ text: string; json: unknown } | undefined> {
  switch (command) {
    case "show": {
      const { text } = await find(given, outbox);
      const json = parseJson(text) ?? text;
      return { text: typeof json === "string" ? json : JSON.stringify(json, null, 2), json };
    }
    case "now": {
      const count = await now(given, outbox);
      return { text: `Retrying ${count} now`, json: { count } };
    }
    case "again":
      await again(given, outbox);
      return { text: `${given} will be sent again`, json: { id: given } };
    case "forget":
      await forget(given, outbox);
      return { text: `${given} was deleted`, json: { id: given } };
    case "erase": {
      const found = await findOf(given, outbox);
      const ids = found.map(({ id }) => id);
      process.stderr.write(describeFound(found));
      if (found.length > 0 && !values.yes && !(await isConfirmed(`Delete these ${found.length}? [y/N] `)))
        throw new Error("Nothing was deleted. Confirm with y, or with --yes.");
      for (const id of ids) await forget(id, outbox);
      return { text: `${ids.length} deleted`, json: { ids } };
    }
    case "export": {
      const json: unknown[] = [];
      if (values.json) for await (const row of exportRows(outbox)) json.push(row);
      else for await (const line of exportCsv(outbox)) process.stdout.write(escapeControlCharacters(line));
      return values.json ? { text: "", json } : undefined;
    }
    case "purge": {
      const count = await outbox.sweep();
      return { text: `${count} deleted`, json: { count } };
    }
    default: {
      const rows = await list(outbox);
      return { text: describe(rows), json: rows };
    }
  }
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
