/** `npm run outbox`: shows and changes what is in the outbox, whether the site runs or not. */
import { join } from "node:path";
import { actAsOwner } from "~/cli/act-as-owner";
import { again, deleteEverywhere, forget, makeDue, now } from "~/cli/outbox/change";
import { command, isJson, isSure, words } from "~/cli/outbox/command-line";
import { confirm, describeFound, findOf } from "~/cli/outbox/erase";
import { exportCsv, exportJson } from "~/cli/outbox/export";
import { describe, list } from "~/cli/outbox/list";
import { complain, print } from "~/cli/outbox/print";
import { config } from "~/config/config.server";
import { type Found, find, requestsIn } from "~/quote/outbox/find.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Outbox, Place } from "~/quote/outbox/outbox.server";
import { parseJson } from "~/quote/outbox/parse-json";

const ID = /^[0-9a-f]{32}$/;

await actAsOwner(config.outboxDir);
const folder = openOutbox(config.outboxDir, { keepSentDays: config.keepSentDays, mustExist: true });
const outboxes: Outbox[] = [folder];
const [word = ""] = words;
let unread = 0;

async function run(): Promise<void> {
  switch (command) {
    case "show":
      return show(await find(idOf(word), outboxes));
    case "now":
      if (word === "all" && words.length === 1) return nowAll();
      return changeEach(words, "is due now", (id) => now(idOf(id), outboxes));
    case "again":
      return changeEach(words, "will be sent again", (id) => again(idOf(id), outboxes));
    case "forget":
      return changeEach(words, "was deleted", (id) => forget(idOf(id), outboxes));
    case "erase":
      return erase();
    case "export":
      return print(isJson ? exportJson(read()) : exportCsv(read()));
    case "purge": {
      let count = 0;
      for (const outbox of outboxes) count += await outbox.sweep();
      return say(`${count} deleted`, { count });
    }
    default: {
      const rows = await list(read());
      return say(describe(rows), rows);
    }
  }
}

const say = (text: string, json: unknown) => print(isJson ? JSON.stringify(json) : text);

/** Reads the requests of these places, and names what cannot be read. */
async function* read(places?: readonly Place[]): AsyncGenerator<Found> {
  for await (const found of requestsIn(outboxes, places)) {
    if (found.problem) {
      unread++;
      complain(problemOf(found));
    }
    yield found;
  }
}

const problemOf = ({ outbox, place, id, problem }: Found) =>
  new Error(`${join(outbox.name, place, `${id}.json`)} ${problem}`);

function idOf(given: string): string {
  if (ID.test(given)) return given;
  throw new Error(`${given} is not an id: an id has 32 digits, 0 to 9 and a to f.`);
}

function show(found: Found): Promise<void> {
  if (!found.text) throw problemOf(found);
  const value = parseJson(found.text);
  return say(value === undefined ? found.text : JSON.stringify(value, null, 2), value ?? found.text);
}

type Change = (id: string) => Promise<unknown>;

/** Changes requests one by one, and says so. One that fails stops no other. */
async function changeEach(
  ids: Iterable<string>,
  said: string,
  change: Change,
  total?: (count: number) => string,
): Promise<void> {
  const done: string[] = [];
  for (const id of ids) {
    try {
      if ((await change(id)) === false) continue; // It left meanwhile.
      done.push(id);
      if (!isJson) await print(`${id} ${said}`);
    } catch (error) {
      complain(error as Error);
    }
  }
  if (isJson) await print(JSON.stringify({ ids: done }));
  else if (total) await print(total(done.length));
}

async function nowAll(): Promise<void> {
  const ids: string[] = [];
  for await (const { id, request } of read(["new"])) if (request) ids.push(id);
  await changeEach(
    ids,
    "is due now",
    (id) => makeDue(id, outboxes),
    (count) => `Due now: ${count}. The running site sends them.`,
  );
}

async function erase(): Promise<void> {
  const found = await findOf(word, read());
  if (found.length > 0 && !isSure) {
    process.stderr.write(describeFound(found));
    if (!(await confirm("Delete these? [y/N] ")))
      throw new Error("Nothing was deleted. Confirm with y, or with --yes.");
  }
  const ids = new Set(found.map(({ id }) => id));
  await changeEach(
    ids,
    "was deleted",
    (id) => deleteEverywhere(id, outboxes),
    (count) => `${count} deleted`,
  );
  const advice = "This person's data may be in them: look into them, and delete those.";
  if (unread > 0) complain(new Error(`Files that could not be read: ${unread}. ${advice}`));
}

/** PostgreSQL, if it is set and there. Without it the commands act on this machine's folder. */
async function addPostgres(url: string): Promise<void> {
  const { keepSentDays } = config;
  const { openPostgres } = await import("~/quote/postgres/open.server");
  const { outbox } = await openPostgres(url, folder, { log: () => {}, keepSentDays, waitMs: 10_000 });
  const away = () =>
    complain(
      new Error("PostgreSQL (DATABASE_URL) does not respond: this is the folder of this machine alone."),
    );
  await outbox.probe().then(() => outboxes.unshift(outbox), away);
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code !== "EACCES") throw error;
  throw new Error(`${folder.dir} cannot be read (EACCES). Run this as its owner or as root.`);
}

try {
  await folder.check().catch(explain);
  if (config.databaseUrl) await addPostgres(config.databaseUrl);
  await run();
} catch (error) {
  complain(error as Error);
}
