import { readCommandLine, refuse } from "~/cli/command-line";

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

--json prints JSON, --yes erases without asking. The status is 1 if anything failed or could not be read.
`;

/** How many words each command takes, at least and at most. */
const TAKES = {
  list: [0, 0],
  show: [1, 1],
  now: [1, Number.POSITIVE_INFINITY],
  again: [1, Number.POSITIVE_INFINITY],
  forget: [1, Number.POSITIVE_INFINITY],
  erase: [1, 1],
  export: [0, 0],
  purge: [0, 0],
} as const;

const { positionals, values } = readCommandLine(USAGE, {
  json: { type: "boolean" },
  yes: { type: "boolean" },
});
const [name = "list", ...rest] = positionals;
if (!Object.hasOwn(TAKES, name)) refuse(`There is no command "${name}"`);

export const command = name as keyof typeof TAKES;
/** What follows the command, without doubles. */
export const words = [...new Set(rest)];
export const isJson = values.json === true;
/** Whether it asks nothing. */
export const isSure = values.yes === true;

const [least, most] = TAKES[command];
if (rest.length < least) refuse(`Something is missing after "${command}"`);
if (rest.length > most) refuse(`"${rest[most]}" is one word too many. Put a text with spaces in quotes`);
