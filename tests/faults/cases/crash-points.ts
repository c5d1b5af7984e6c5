import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { keep, makeFolders, makeKept } from "../keep";
import { readOutbox, sameRequest } from "../outbox";
import { until } from "../until";
import { typedIn } from "../verdict";
import { send, type Told, type Typed, typeSomething } from "../visitor";

const SHIM = pathToFileURL("tests/faults/crash-at.mjs").href;
/** Each waits for most of its time. */
const AT_ONCE = 6;
const PATIENCE_MS = 30_000;

type Services = { forwarder: Forwarder; mail: MailServer };
/** What became of the request of one run. `crashed` is false once there is no such call any more. */
type Run = { crashed: boolean; told: Told; copies: number; lost: boolean; stuck: boolean };

type Way = {
  name: string;
  /** The request waits from before, and the calls of the start count, too. */
  isKept?: true;
  settings?: (services: Services) => Record<string, string>;
};

const WAYS: Way[] = [
  { name: "one request" },
  { name: "a retry", isKept: true },
  {
    name: "two channels",
    settings: ({ mail }) => ({
      MAIL_AFTER_S: "0",
      SMTP_URL: mail.url,
      MAIL_TO: "owner@dig.example",
      REPORT_DAY: "none",
    }),
  },
];

/** One request, and a process that ends before its n-th call to the disk; then the site is started again. */
async function crashAt(n: number, { isKept, settings }: Way, services: Services): Promise<Run> {
  const { forwarder, mail } = services;
  const outboxDir = await mkdtemp(join(tmpdir(), "outbox-crash-"));
  const typed: Typed = typeSomething();
  if (isKept) {
    await makeFolders(outboxDir);
    await keep(outboxDir, makeKept(typed));
  }
  const more = settings?.(services) ?? {};
  const start = (env: Record<string, string> = {}) =>
    startPatientSite(outboxDir, forwarder.url, { ...more, ...env });
  const isEmpty = async () => {
    const { kept, broken } = await readOutbox(outboxDir);
    return kept.length + broken.length === 0;
  };

  let told: Told = isKept ? "sent" : "nothing";
  let crashed = false;
  const env = {
    CRASH_AT: String(n),
    ...(isKept && { CRASH_FROM: "start" }),
    NODE_OPTIONS: `--import=${SHIM}`,
  };
  const first = await start(env).catch(() => undefined);
  if (first) {
    void first.exit.then(() => {
      crashed = true;
    });
    if (!isKept) {
      await until(() => first.events("outbox.durable").length > 0, PATIENCE_MS);
      process.kill(first.pid, "SIGUSR2");
      told = await send(first.port, typed);
    }
    await until(async () => crashed || (await isEmpty()), PATIENCE_MS);
    // What is written after the last move.
    await until(() => crashed, 300);
    const isOver = !crashed;
    await first.stop("SIGKILL");
    crashed = !isOver;
  } else crashed = true;

  const second = await start();
  const stuck = !(await until(isEmpty, PATIENCE_MS));
  await second.stop("SIGTERM");
  await rm(outboxDir, { recursive: true, force: true });
  const byPost = forwarder.received
    .flatMap((one) => typedIn(one) ?? [])
    .filter((one) => sameRequest(one, typed)).length;
  const byMail = mail.received.filter((one) => one.mail.text?.includes(typed.email)).length;
  const copies = Math.max(0, byPost - 1) + Math.max(0, byMail - 1);
  const lost = told === "sent" && (byPost === 0 || (Boolean(settings) && byMail === 0));
  return { crashed, told, copies, lost, stuck };
}

/** Every call to the disk as the moment of a crash. */
const pointsOf = (way: Way): Case => ({
  name: `a crash before each call to the disk, ${way.name}`,
  limitS: 600,
  run: async () => {
    const services = { forwarder: await startForwarder(), mail: await startMailServer() };
    const runs: Run[] = [];
    for (let n = 1; runs.every(({ crashed }) => crashed); n += AT_ONCE)
      runs.push(
        ...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => crashAt(n + i, way, services)))),
      );
    await services.forwarder.close();
    await services.mail.close();
    const crashes = runs.filter(({ crashed }) => crashed);
    const count = (is: (run: Run) => boolean) => runs.filter(is).length;
    const [sent, lost, stuck] = [
      count(({ told }) => told === "sent"),
      count((run) => run.lost),
      count((run) => run.stuck),
    ];
    const copies = runs.reduce((sum, run) => sum + run.copies, 0);
    const wrong: string[] = [];
    if (lost > 0) wrong.push(`${lost} told sent are lost`);
    if (stuck > 0) wrong.push(`${stuck} are stuck`);
    const seen = `${crashes.length} points, stuck ${stuck}, ${copies} copies (of what was under way)`;
    return { attempts: crashes.length, sent, lost, copies: 0, seen, wrong };
  },
});

export const CRASH_POINTS = WAYS.map(pointsOf);
