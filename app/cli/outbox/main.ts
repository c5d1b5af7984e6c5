/** `npm run outbox`: shows and changes what is in the outbox, whether the site runs or not. */
import { actAsOwner, complain, readCommandLine, refuse } from "~/cli/command-line";
import { makeCommands } from "~/cli/outbox/commands";
import { config } from "~/config/config.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import type { Outbox } from "~/quote/outbox/outbox.server";

const USAGE = `npm run outbox -- COMMAND        (in a container: node build/outbox.js COMMAND)

list               ids of all requests by state, no personal data; the default
show ID            one request in full
now ID... | all    retries waiting requests now
again ID...        sends requests again that were sent or given up
forget ID...       deletes requests, wherever they are
erase TEXT         deletes all requests with this email address or phone number
export             all requests in full, as CSV
help               prints this

--json prints JSON, --yes erases without asking. The exit status is 1 if anything failed or could not be read.
`;

const { positionals, values } = readCommandLine(USAGE, {
  json: { type: "boolean" },
  yes: { type: "boolean" },
});
const [name = "list", ...words] = positionals;
const outboxes: Outbox[] = [];
const commands = makeCommands(outboxes, { isJson: values.json === true, isSure: values.yes === true });
const command = commands.get(name);
if (!command) refuse(`There is no command "${name}"`);
const [least, most, run] = command;
if (words.length < least) refuse(`"${name}" needs an argument`);
if (words.length > most) refuse(`Unexpected argument "${words[most]}". Put text with spaces in quotes`);

const { outboxDir, keepSentDays, databaseUrl } = config;
await actAsOwner(outboxDir);
const folder = openFolder(outboxDir, { keepSentDays, mustExist: true });

try {
  await folder.check();
  if (databaseUrl) {
    const { openPostgres } = await import("~/quote/outbox/postgres/open.server");
    const { outbox } = await openPostgres(databaseUrl, folder, {
      log: () => {},
      keepSentDays,
      waitMs: 10_000,
    });
    const away = "PostgreSQL (DATABASE_URL) does not respond: this is only this machine's folder.";
    await outbox.probe().then(
      () => outboxes.push(outbox),
      () => complain(new Error(away)),
    );
  }
  outboxes.push(folder);
  // Each word once.
  await run([...new Set(words)]);
} catch (error) {
  const isForbidden = (error as NodeJS.ErrnoException).code === "EACCES";
  const advice = `${folder.dir} cannot be read (EACCES). Run this as its owner or as root.`;
  complain(isForbidden ? new Error(advice) : (error as Error));
}
