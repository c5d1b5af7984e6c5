/** `npm run outbox`: shows and changes what is in the outbox, whether the site runs or not. */
import { complain, openOutbox, readCommandLine, refuse } from "~/cli/command-line";
import { ARGUMENTS, makeCommands } from "~/cli/outbox/commands";
import { config } from "~/config/config.server";

const USAGE = `npm run outbox -- COMMAND        (in a container: node build/outbox.js COMMAND)

list               ids of all requests by state, no personal data; the default
show ID            one request in full
now ID... | all    retries waiting requests now
again ID...        resends requests that were sent or given up
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
if (!isCommand(name)) refuse(`There is no command "${name}"`);
const [least, most] = ARGUMENTS[name];
if (words.length < least) refuse(`"${name}" needs an argument`);
if (words.length > most) refuse(`Unexpected argument "${words[most]}". Put text with spaces in quotes`);

try {
  const { outbox, check } = await openOutbox(config);
  await check();
  const commands = makeCommands(outbox, { isJson: values.json === true, isSure: values.yes === true });
  // Each word once.
  await commands[name]([...new Set(words)]);
} catch (error) {
  const isForbidden = (error as NodeJS.ErrnoException).code === "EACCES";
  const advice = `${config.outboxDir} cannot be read (EACCES). Run this as its owner or as root.`;
  complain(isForbidden ? new Error(advice) : (error as Error));
}

function isCommand(word: string): word is keyof typeof ARGUMENTS {
  return Object.hasOwn(ARGUMENTS, word);
}
