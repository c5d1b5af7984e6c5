import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { complain, print } from "~/cli/command-line";
import { again, type Change, forget, now } from "~/cli/outbox/change";
import { exportAll } from "~/cli/outbox/export";
import { describe, list } from "~/cli/outbox/list";
import { parseJson } from "~/quote/lifecycle/parse-json";
import { parseStoredQuote, type Status } from "~/quote/lifecycle/stored-quote.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { type Found, find, requestsIn } from "~/quote/outbox/read-all.server";

const ANY = Number.POSITIVE_INFINITY;
/** How many words each command takes, at least and at most. */
export const ARGUMENTS = {
  list: [0, 0],
  show: [1, 1],
  now: [1, ANY],
  again: [1, ANY],
  forget: [1, ANY],
  erase: [1, 1],
  export: [0, 0],
} as const satisfies Record<string, readonly [least: number, most: number]>;

type Command = (words: readonly string[]) => Promise<void>;
const DUE = "due now";
const DELETED = "deleted";

/** Makes the commands. `isSure`: it asks nothing. They throw what ends them. */
export function makeCommands(
  outbox: Outbox,
  { isJson, isSure }: { isJson: boolean; isSure: boolean },
): Record<keyof typeof ARGUMENTS, Command> {
  let unread = 0;
  const say = (text: string, json: unknown) => print(isJson ? JSON.stringify(json) : text);

  /** Reads the requests of these statuses, and names what cannot be read. */
  async function* read(statuses?: readonly Status[]): AsyncGenerator<Found> {
    for await (const found of requestsIn(outbox, statuses)) {
      if (found.problem) {
        unread++;
        complain(problemOf(outbox, found));
      }
      yield found;
    }
  }

  /**
   * Changes requests one by one, and says what was done, to each and to how many. One that fails stops no other.
   *
   * @param refused says what is wrong if one could not be changed. Without it, it has left in the meantime.
   */
  async function changeEach(ids: Iterable<string>, change: Change, done: string, refused?: string) {
    const changed: string[] = [];
    for (const id of ids) {
      try {
        if (await change(id, outbox)) {
          changed.push(id);
          if (!isJson) await print(`${id} ${done}`);
        } else if (refused) complain(new Error(`${id} ${refused}.`));
      } catch (error) {
        complain(error as Error);
      }
    }
    await say(`${changed.length} ${done}`, { ids: changed });
  }

  async function makeDue(ids: readonly string[]): Promise<void> {
    if (ids.join() !== "all")
      return changeEach(ids, now, DUE, "is not waiting, or is damaged: see `list`, or use `again`");
    const waiting: string[] = [];
    for await (const { id, request } of read(["new"])) if (request) waiting.push(id);
    await changeEach(waiting, now, DUE);
  }

  async function erase([text = ""]: readonly string[]): Promise<void> {
    const found: Found[] = [];
    for await (const each of read()) if (isOf(each, text)) found.push(each);
    if (found.length > 0 && !isSure) {
      process.stderr.write(`${describe(await list(found))}\n`);
      if (!(await confirm("Delete these? [y/N] ")))
        throw new Error("Nothing was deleted. Confirm with y, or with --yes.");
    }
    await changeEach(new Set(found.map(({ id }) => id)), forget, DELETED);
    const advice = "They may hold this person's data: check them, and delete those that do.";
    if (unread > 0) complain(new Error(`Files that could not be read: ${unread}. ${advice}`));
  }

  async function show([id = ""]: readonly string[]): Promise<void> {
    const found = await find(id, outbox);
    if (!found.text) throw problemOf(outbox, found);
    const value = parseJson(found.text);
    await say(value === undefined ? found.text : JSON.stringify(value, null, 2), value ?? found.text);
  }

  const unsent = "was neither sent nor given up, or is damaged: see `list`, or use `now`";
  return {
    list: async () => {
      const rows = await list(read());
      await say(describe(rows), rows);
    },
    show,
    now: makeDue,
    again: (ids) => changeEach(ids, again, "to be sent again", unsent),
    forget: (ids) => changeEach(ids, forget, DELETED, "is not there"),
    erase,
    export: () => print(exportAll(read(), isJson)),
  };
}

const problemOf = ({ name }: Outbox, { status, id, problem }: Found) =>
  new Error(`${join(name, status, `${id}.json`)} ${problem}`);

const digitsOf = (text: string) => text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");

/** Whether a text is a request's email address or phone number, however either is written. */
function isOf({ text: stored, request = parseStoredQuote(stored) }: Found, text: string): boolean {
  if (!request) return false;
  const { email, phone } = request.request;
  const digits = digitsOf(text);
  const isPhone = digits.length >= 7 && !text.includes("@") && digits === digitsOf(phone);
  return isPhone || email.trim().toLowerCase() === text.trim().toLowerCase();
}

/** Asks on the terminal. Without one the answer is no. */
async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
