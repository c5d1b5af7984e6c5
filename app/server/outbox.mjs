// `npm run outbox`: what docs/operating.md does with ls, cat, mv and rm in the folder, for the queue on Valkey.
import { Queue } from "bullmq";
import { Redis } from "ioredis";

const USAGE = `npm run outbox                 what waits, was given up or is suspected: ids, no personal data
npm run outbox show <id>       one request, with everything
npm run outbox now <id|all>    try what waits again now
npm run outbox again <id>      send what was given up, or is no spam
npm run outbox forget <id>     delete one for good`;

const url = process.env.VALKEY_URL?.trim();
const prefix = process.env.VALKEY_PREFIX?.trim() || "site";
const [command = "list", id = ""] = process.argv.slice(2);
const commands = { list, show, now, again, forget };

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

if (!url) fail("VALKEY_URL is not set: the requests lie in OUTBOX_DIR. See docs/operating.md.");
if (!Object.hasOwn(commands, command) || (command !== "list" && !id)) fail(USAGE);

const connection = new Redis(url ?? "", { maxRetriesPerRequest: 1, connectTimeout: 5_000 });
let fault = "no answer";
connection.on("error", (/** @type {NodeJS.ErrnoException} */ { code }) => {
  fault = code ?? fault;
});
/** @param {string} name */
const open = (name) => new Queue(name, { connection, prefix, skipVersionCheck: true }).on("error", () => {});
const requests = open("requests");
const suspect = open("suspect");
const later = open("later");

try {
  await connection.ping();
  await commands[/** @type {keyof typeof commands} */ (command)]();
} catch (error) {
  // The message of a connection's fault may hold the address, the code does not.
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  const away = connection.status !== "ready";
  process.exitCode = 1;
  process.stderr.write(
    away ? `Valkey does not answer (${fault}). Check VALKEY_URL.\n` : `${code ?? message}\n`,
  );
} finally {
  connection.disconnect();
}

async function list() {
  const waiting = await requests.getJobs(["wait", "delayed", "active", "prioritized"]);
  row("waiting", waiting);
  row("dead", await requests.getFailed());
  row("suspect", await suspect.getJobs(["wait"]));
}

/** @param {string} where @param {import("bullmq").Job[]} jobs */
function row(where, jobs) {
  say(`${jobs.length} ${where}`);
  for (const { id, data } of jobs) {
    const tries = Object.entries(data.tries ?? {}).map(
      ([way, { count, class: because, next }]) => `${way}: ${count} times, ${because}, next ${next ?? "now"}`,
    );
    say(`  ${id}  received ${data.receivedAt}  ${tries.join("; ")}`);
  }
}

async function find() {
  const job = (await requests.getJob(id)) ?? (await suspect.getJob(id));
  if (!job) throw new Error(`There is no request ${id}.`);
  return job;
}

async function show() {
  say(JSON.stringify((await find()).data, null, 2));
}

async function now() {
  const jobs = id === "all" ? await requests.getDelayed() : [await find()];
  for (const job of jobs) {
    // What was never mailed is not due for it yet.
    const mailing = job.data.tries?.mail && (await later.getJob(job.id ?? ""));
    for (const way of [job, mailing]) if (await way?.isDelayed()) await way.promote();
  }
  say(`${jobs.length} to be tried now`);
}

async function again() {
  const job = await find();
  if (job.queueName === "suspect") {
    // First put there, then taken from here.
    await requests.add("request", job.data, { ...job.opts, jobId: id, delay: 0 });
    await job.remove();
  } else if (await job.isFailed()) await job.retry();
  else throw new Error(`${id} is neither given up nor suspected: use \`now\`.`);
  say(`${id} is sent again`);
}

async function forget() {
  const job = await find();
  await job.remove();
  say(`${id} is deleted`);
}

/** @param {string} text @returns {never} */
function fail(text) {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}
