/** `npm run outbox`: shows and changes what is in the outbox, in the folder and on Valkey, whether the site runs or not. */
import { parseArgs } from "node:util";
import { again, forget, now } from "~/cli/outbox/change";
import { describe, list } from "~/cli/outbox/list";
import { find } from "~/cli/outbox/requests";
import { openShelves } from "~/cli/outbox/shelves";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { parseJson } from "~/quote/outbox/stored-request.server";

const USAGE = `npm run outbox                 lists waiting, sent, dead and suspect requests: ids, no personal data
npm run outbox show ID         shows one request in full
npm run outbox now ID|all      retries waiting requests now
npm run outbox again ID        sends a sent, dead or suspect request again
npm run outbox forget ID       deletes one request, copies included
With -- --json after it, each prints JSON.`;

const ID = /^[0-9a-f]{32}$/;

/** The result of a command: for people, and as JSON. */
type Said = { text: string; json: unknown };

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { json: { type: "boolean" } },
});
const [command = "list", id = ""] = positionals;
const commands: Record<string, () => Promise<Said>> = {
  list: async () => {
    const rows = await list(all);
    return { text: describe(rows), json: rows };
  },
  show: async () => {
    const { text } = await find(id, all);
    const json = parseJson(text) ?? text;
    return { text: typeof json === "string" ? json : JSON.stringify(json, null, 2), json };
  },
  now: async () => {
    const count = await now(id, all);
    return { text: `Retrying ${count} now`, json: { count } };
  },
  again: async () => {
    await again(id, all, main);
    return { text: `${id} will be sent again`, json: { id } };
  },
  forget: async () => {
    await forget(id, all);
    return { text: `${id} was deleted`, json: { id } };
  },
};

const run = Object.hasOwn(commands, command) && (command === "list" || id) ? commands[command] : undefined;
if (!run) fail(USAGE);
if (command !== "list" && !(command === "now" && id === "all") && !ID.test(id))
  fail(`${id} is not an id: an id has 32 digits, 0 to 9 and a to f.`);
const { all, main, close } = await openShelves().catch((error: Error) => fail(error.message));

try {
  const { text, json } = await run();
  process.stdout.write(`${escapeControlCharacters(values.json ? JSON.stringify(json) : text)}\n`);
} catch (error) {
  // The message of a connection error may hold the password; its code does not.
  const { code, message } = error as NodeJS.ErrnoException;
  process.exitCode = 1;
  process.stderr.write(`${escapeControlCharacters(code ?? message)}\n`);
} finally {
  close();
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
