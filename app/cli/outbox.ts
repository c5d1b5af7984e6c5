// `npm run outbox`: does for the queue on Valkey what docs/operating.md does for the folder with ls, cat, mv and rm.

import { setTimeout as sleep } from "node:timers/promises";
import type { Job, Queue } from "bullmq";
import { Redis } from "ioredis";
import { list, parse } from "~/cli/outbox-list";
import { errorCode } from "~/config/error-code";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { startOver } from "~/quote/outbox/stored-request.server";
import { openQueues } from "~/quote/valkey/queues.server";
import { makeRequestMarks, SENT_AGAIN } from "~/quote/valkey/request-marks.server";
import { verdictKey } from "~/quote/valkey/shared-in-flight.server";

const USAGE = `npm run outbox                 lists waiting, dead, suspect and sent requests: ids, no personal data
npm run outbox show <id>       shows one request in full
npm run outbox now <id|all>    retries waiting requests now
npm run outbox again <id>      sends a dead, suspect or sent request again
npm run outbox forget <id>     deletes one request, copies included`;

/** A worker locks the job that it is checking for a moment. */
const TRIES = 30;
const BETWEEN_MS = 100;

const url = process.env.VALKEY_URL?.trim() ?? "";
const prefix = process.env.VALKEY_PREFIX?.trim() || "site";
const [command = "list", id = ""] = process.argv.slice(2);
const commands = { list: () => list(queues, marks, print), show, now, again, forget };
const isCommand = Object.hasOwn(commands, command) && (command === "list" || id);
const run = isCommand ? commands[command as keyof typeof commands] : undefined;
const isAll = command === "now" && id === "all";

if (!url) fail("VALKEY_URL is not set: the requests are in OUTBOX_DIR. See docs/operating.md.");
if (!run) fail(USAGE);
// BullMQ has keys of its own next to the requests.
if (command !== "list" && !isAll && !/^[0-9a-f]{32}$/.test(id))
  fail(`${id} is not an id: an id has 32 digits, 0 to 9 and a to f.`);

const client = new Redis(url, { maxRetriesPerRequest: 1, connectTimeout: 5_000 });
let connectionError = "no response";
client.on("error", (error) => {
  connectionError = errorCode(error);
});
const queues = await openQueues({ client }, prefix);
const { requests, suspect, later } = queues;
const marks = makeRequestMarks(queues, 0);

try {
  await client.ping();
  await run();
} catch (error) {
  // The message of a connection error may hold the password; its code does not.
  const { code, message } = error as Error & { code?: unknown };
  const isAway = client.status !== "ready";
  process.exitCode = 1;
  process.stderr.write(
    isAway
      ? `Valkey does not respond (${connectionError}). Check VALKEY_URL.\n`
      : `${escapeControlCharacters(typeof code === "string" ? code : message)}\n`,
  );
} finally {
  client.disconnect();
}

/** The request, and its queue unless it was sent. */
async function find(): Promise<{ queue?: Queue; text: string }> {
  for (const queue of [requests, suspect]) {
    const text = await client.hget(queue.toKey(id), "data");
    if (text !== null) return { queue, text };
  }
  const text = await marks.readSent(id);
  if (text === null) throw new Error(`There is no request ${id}.`);
  return { text };
}

async function jobIn(queue: Queue): Promise<Job> {
  const job = await queue.getJob(id).catch((error) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  if (!job) throw new Error(`${id} is damaged: use \`show\`, then \`forget\`.`);
  return job;
}

async function show() {
  const data = parse((await find()).text);
  print(typeof data === "string" ? data : JSON.stringify(data, null, 2));
}

async function now() {
  if (isAll) {
    const delayed = await requests.getDelayedCount();
    await requests.promoteJobs();
    for (const job of await later.getRanges(["delayed"], 0, -1)) await mailNow(job);
    return print(`Retrying ${delayed} now`);
  }
  const { queue } = await find();
  const job = queue === requests ? await jobIn(queue) : undefined;
  if (!job || (await job.isFailed())) throw new Error(`${id} is not waiting: use \`again\`.`);
  if (await job.isDelayed()) await job.promote();
  await mailNow(id);
  print("Retrying 1 now");
}

/** A request that was never mailed is not due for mail yet. */
async function mailNow(request: string) {
  const data = parse((await client.hget(requests.toKey(request), "data")) ?? "");
  const job = data?.tries?.mail && (await later.getJob(request));
  if (await job?.isDelayed()) await job.promote();
}

async function again() {
  const { queue, text } = await find();
  const job = queue && (await jobIn(queue));
  if (queue === requests && !(await job?.isFailed()))
    throw new Error(`${id} is not dead, suspect or sent: use \`now\`.`);
  await Promise.all([marks.markWaiting(id), client.del(verdictKey(prefix, id))]);
  if (queue === requests) await job?.retry();
  else await requests.add(SENT_AGAIN, startOver(parse(text)), { jobId: id });
  await marks.markReceived(id, Date.now());
  // Removed only once it is in the queue.
  if (queue === suspect) await job?.remove();
  if (!queue) await marks.forgetSent(id);
  print(`${id} will be sent again`);
}

async function forget() {
  const { queue } = await find();
  // Marked as done first, so that no machine restores it from a copy.
  await marks.markDone(id);
  for (let tries = 1; queue && !(await queue.remove(id)); tries++) {
    if (tries === TRIES) throw new Error(`${id} is being sent right now. Try again in a minute.`);
    await sleep(BETWEEN_MS);
  }
  await later.remove(id);
  await marks.forgetSent(id);
  print(`${id} was deleted`);
}

function print(text: string): void {
  process.stdout.write(`${escapeControlCharacters(text)}\n`);
}

function fail(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
