// `npm run outbox`: what docs/operating.md does with ls, cat, mv and rm in the folder, for the queue on Valkey.
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { escapeControlCharacters } from "~/config/escape-control-characters";
import { openQueues } from "~/quote/valkey/queues.server";
import { makeRequestMarks, SENT_AGAIN } from "~/quote/valkey/request-marks.server";
import { verdictKey } from "~/quote/valkey/shared-in-flight.server";

const USAGE = `npm run outbox                 what waits, was given up, is suspected or was sent: ids, no personal data
npm run outbox show <id>       one request, with everything
npm run outbox now <id|all>    try what waits again now
npm run outbox again <id>      send what was given up, is no spam, or was sent already
npm run outbox forget <id>     delete one for good`;

/** So many requests are read at once: all of them may be larger than this process. */
const PAGE = 100;

/** A request that is being looked at cannot be deleted; it is let go of within moments. */
const TRIES = 30;
const BETWEEN_MS = 100;

const url = process.env.VALKEY_URL?.trim();
const prefix = process.env.VALKEY_PREFIX?.trim() || "site";
const [command = "list", id = ""] = process.argv.slice(2);
const commands = { list, show, now, again, forget };

/** @param {string} text */
const say = (text) => process.stdout.write(`${escapeControlCharacters(text)}\n`);

if (!url) fail("VALKEY_URL is not set: the requests lie in OUTBOX_DIR. See docs/operating.md.");
if (!Object.hasOwn(commands, command) || (command !== "list" && !id)) fail(USAGE);
const isAll = command === "now" && id === "all";
// BullMQ keeps keys of its own where it keeps the requests.
if (command !== "list" && !isAll && !/^[0-9a-f]{32}$/.test(id)) {
  fail(`${id} is no id: an id has 32 digits, 0 to 9 and a to f.`);
}

const connection = new Redis(url ?? "", { maxRetriesPerRequest: 1, connectTimeout: 5_000 });
let fault = "no answer";
connection.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  fault = code ?? fault;
});
const queues = await openQueues({ client: connection }, prefix);
const { requests, suspect, later } = queues;
const marks = makeRequestMarks(queues, 0);

try {
  await connection.ping();
  await commands[/** @type {keyof typeof commands} */ (command)]();
} catch (error) {
  // The message of a connection's fault may hold the address, the code does not.
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  const away = connection.status !== "ready";
  process.exitCode = 1;
  process.stderr.write(
    away
      ? `Valkey does not answer (${fault}). Check VALKEY_URL.\n`
      : `${escapeControlCharacters(code ?? message)}\n`,
  );
} finally {
  connection.disconnect();
}

async function list() {
  /** @type {import("bullmq").JobType[]} */
  const states = ["wait", "delayed", "active", "prioritized"];
  /** @param {import("bullmq").Queue} queue @returns {(id: string) => Promise<string | null>} */
  const dataOf = (queue) => (job) => connection.hget(queue.toKey(job), "data");
  await rows("waiting", await requests.getRanges(states, 0, -1, true), dataOf(requests));
  await rows("dead", await requests.getRanges(["failed"], 0, -1, true), dataOf(requests));
  await rows("suspect", await suspect.getRanges(["wait"], 0, -1, true), dataOf(suspect));
  await rows("sent", await marks.sentIds(connection), (sent) => marks.readSent(connection, sent));
}

/** @param {string} where @param {string[]} ids @param {(id: string) => Promise<string | null>} read */
async function rows(where, ids, read) {
  say(`${ids.length} ${where}`);
  for (let at = 0; at < ids.length; at += PAGE) {
    const page = ids.slice(at, at + PAGE);
    const texts = await Promise.all(page.map(read));
    for (const [i, text] of texts.entries()) if (text) say(`  ${page[i]}  ${factsOf(parse(text))}`);
  }
}

/** @param {any} data a request, or what a damaged job holds */
function factsOf(data) {
  if (!data?.receivedAt) return "damaged";
  const tries = Object.entries(data.tries ?? {}).map(
    ([way, { count, class: because, next }]) => `${way}: ${count} times, ${because}, next ${next ?? "now"}`,
  );
  const { sent, heldUntil } = data;
  if (sent) tries.push(`sent ${sent.at} by ${sent.channel}, ${sent.class}`);
  else if (heldUntil) tries.push(`held until ${heldUntil}`);
  return `received ${data.receivedAt}  ${tries.join("; ")}`;
}

/** What somebody else has written is shown as it is. @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Where the request is. @returns {Promise<{ queue?: import("bullmq").Queue, text: string }>} */
async function find() {
  for (const queue of [requests, suspect]) {
    const text = await connection.hget(queue.toKey(id), "data");
    if (text !== null) return { queue, text };
  }
  const text = await marks.readSent(connection, id);
  if (text === null) throw new Error(`There is no request ${id}.`);
  return { text };
}

/** @param {import("bullmq").Queue} queue @returns {Promise<import("bullmq").Job>} */
async function jobIn(queue) {
  const job = await queue.getJob(id).catch((/** @type {Error} */ error) => {
    if (!(error instanceof SyntaxError)) throw error;
  });
  if (!job) throw new Error(`${id} is damaged: show it, then forget it.`);
  return job;
}

async function show() {
  const data = parse((await find()).text);
  say(typeof data === "string" ? data : JSON.stringify(data, null, 2));
}

async function now() {
  if (id === "all") {
    const delayed = await requests.getDelayedCount();
    await requests.promoteJobs();
    for (const job of await later.getRanges(["delayed"], 0, -1)) await mailNow(job);
    return say(`${delayed} to be tried now`);
  }
  const { queue } = await find();
  const job = queue === requests ? await jobIn(queue) : undefined;
  if (!job || (await job.isFailed())) throw new Error(`${id} does not wait: use \`again\`.`);
  if (await job.isDelayed()) await job.promote();
  await mailNow(id);
  say("1 to be tried now");
}

/** What was never mailed is not due for it yet. @param {string} request */
async function mailNow(request) {
  const data = parse((await connection.hget(requests.toKey(request), "data")) ?? "");
  const job = data?.tries?.mail && (await later.getJob(request));
  if (await job?.isDelayed()) await job.promote();
}

async function again() {
  const { queue, text } = await find();
  const job = queue && (await jobIn(queue));
  if (queue === requests && !(await job?.isFailed())) {
    throw new Error(`${id} is neither given up nor suspected nor sent: use \`now\`.`);
  }
  const { sent: _, heldUntil: __, waitingSince: ___, ...request } = parse(text);
  // First put there, then taken from here.
  await Promise.all([marks.waits(connection, id), connection.del(verdictKey(prefix, id))]);
  if (queue === requests) await job?.retry();
  else await requests.add(SENT_AGAIN, { ...request, tries: {} }, { jobId: id });
  await marks.came(connection, id, Date.now());
  if (queue === suspect) await job?.remove();
  if (!queue) await marks.forgetSent(connection, id);
  say(`${id} is sent again`);
}

async function forget() {
  const { queue } = await find();
  // Known as done first, so that no machine puts it back from its copy.
  await marks.ends(connection, id);
  for (let tries = 1; queue && !(await queue.remove(id)); tries++) {
    if (tries === TRIES) throw new Error(`${id} is being sent at this moment. Try again in a minute.`);
    await sleep(BETWEEN_MS);
  }
  await later.remove(id);
  await marks.forgetSent(connection, id);
  say(`${id} is deleted`);
}

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
