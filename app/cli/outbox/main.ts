/** `npm run outbox`: shows and changes what is in the outbox, whether the site runs or not. */
import { actAsOwner, complain, readCommandLine, refuse } from "~/cli/command-line";
import { makeCommands } from "~/cli/outbox/commands";
import { config } from "~/config/config.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

const USAGE = `npm run outbox -- COMMAND        (in a container: node build/outbox.js COMMAND)

list               ids of all requests by state, no personal data; the default
show ID            one request in full
now ID... | all    retries waiting requests now
again ID...        sends requests again that were sent or given up
forget ID...       deletes requests, wherever they are
erase TEXT         deletes all requests with this email address or phone number
export             all requests in full, as CSV
purge              deletes sent requests older than KEEP_SENT_DAYS
help               prints this

--json prints JSON, --yes erases without asking. The exit status is 1 if anything failed or could not be read.
`;

const outboxes: Outbox[] = [];
const { positionals, values } = readCommandLine(USAGE, {
  json: { type: "boolean" },
  yes: { type: "boolean" },
});
const [name = "list", ...words] = positionals;
const commands = makeCommands(outboxes, { isJson: values.json === true, isSure: values.yes === true });
const command = commands.get(name);
if (!command) refuse(`There is no command "${name}"`);
const [least, most, run] = command;
if (words.length < least) refuse(`"${name}" needs an argument`);
if (words.length > most) refuse(`Unexpected argument "${words[most]}". Put text with spaces in quotes`);

const { outboxDir, keepSentDays, databaseUrl } = config;
await actAsOwner(outboxDir);
const folder = openOutbox(outboxDir, { keepSentDays, mustExist: true });
outboxes.push(folder);

/** PostgreSQL, if it is set and there. Without it the commands act on this machine's folder. */
async function addPostgres(url: string): Promise<void> {
  const { openPostgres } = await import("~/quote/postgres/open.server");
  const { outbox } = await openPostgres(url, folder, { log: () => {}, keepSentDays, waitMs: 10_000 });
  const away = () =>
    complain(new Error("PostgreSQL (DATABASE_URL) does not respond: this is only this machine's folder."));
  await outbox.probe().then(() => outboxes.unshift(outbox), away);
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code !== "EACCES") throw error;
  throw new Error(`${folder.dir} cannot be read (EACCES). Run this as its owner or as root.`);
}

try {
  await folder.check().catch(explain);
  if (databaseUrl) await addPostgres(databaseUrl);
  // Each word once.
  await run([...new Set(words)]);
} catch (error) {
  complain(error as Error);
}
