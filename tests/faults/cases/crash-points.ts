import { pathToFileURL } from "node:url";
import { type MailServer, startMailServer } from "../../mail-server";
import { addUp, type Case, type Outcome } from "../case";
import { makeFolders, namesIn } from "../outbox";
import { onStage } from "../stage";
import { until } from "../until";

const SHIM = pathToFileURL("tests/faults/crash-at.mjs").href;
/** Each waits for most of its time. */
const AT_ONCE = 6;
const PATIENCE_MS = 30_000;

type Way = {
  name: string;
  /** The request waits from before, and the calls of the start count, too. */
  isKept?: true;
  mailed?: true;
};

const WAYS: Way[] = [
  { name: "one request" },
  { name: "a retry", isKept: true },
  { name: "two channels", mailed: true },
];

/**
 * One request, and a process that ends before its n-th call to the disk; then the site is started again.
 *
 * @returns `crashed` is false once there is no such call any more
 */
async function crashAt(n: number, { isKept, mailed }: Way): Promise<Outcome & { crashed: boolean }> {
  const mail: MailServer | undefined = mailed && (await startMailServer());
  const both: Record<string, string> = mail
    ? { MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example", REPORT_DAY: "none" }
    : {};
  const crash = { ...both, CRASH_AT: String(n), NODE_OPTIONS: `--import=${SHIM}` };
  let crashed = false;
  const outcome = await onStage(
    async (stage) => {
      if (isKept) {
        await makeFolders(stage.dir);
        await stage.keep(1);
      }
      const first = await stage
        .start(isKept ? { ...crash, CRASH_FROM: "start" } : crash)
        .catch(() => undefined);
      crashed = !first;
      void first?.exit.then(() => {
        crashed = true;
      });
      if (first && !isKept) {
        await until(() => first.events("outbox.durable").length > 0, PATIENCE_MS);
        process.kill(first.pid, "SIGUSR2");
        await stage.post();
      }
      if (first) {
        const isOver = async () => crashed || (await namesIn(stage.dir, "new")).length === 0;
        await until(isOver, PATIENCE_MS);
        // What is written after the last move.
        await until(() => crashed, 300);
        const wasCrash = crashed;
        await stage.stop();
        crashed = wasCrash;
      }
      await stage.start(both);
      await stage.emptied(PATIENCE_MS);
      await stage.stop("SIGTERM");
      // A crash at the start leaves no log.
      await stage.judge({ excused: first ? 0 : 1 });
    },
    { mail },
  );
  await mail?.close();
  return { ...outcome, crashed };
}

/** Every call to the disk as the moment of a crash. */
export const CRASH_POINTS = WAYS.map(
  (way): Case => ({
    name: `a crash before each call to the disk, ${way.name}`,
    limitS: 600,
    run: async () => {
      const runs: Awaited<ReturnType<typeof crashAt>>[] = [];
      for (let n = 1; runs.every(({ crashed }) => crashed); n += AT_ONCE)
        runs.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => crashAt(n + i, way)))));
      return addUp(runs, `${runs.filter(({ crashed }) => crashed).length} points`);
    },
  }),
);
