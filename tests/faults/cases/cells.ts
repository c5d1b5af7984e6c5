import { setTimeout as sleep } from "node:timers/promises";
import type { ModeName, ModeOptions } from "../../forwarder/forwarder.mjs";
import type { Case } from "../case";
import { makeSmallDisk, noSmallDisks } from "../disk";
import { openGate } from "../gate";
import { readOutbox } from "../outbox";
import { onStage, type Stage } from "../stage";
import { until } from "../until";

/** What the forwarding service does. "shut": nobody listens. */
const FAULTS: Record<string, [mode: ModeName | "shut", options?: ModeOptions]> = {
  none: ["json-true"],
  "success as a boolean": ["json-true-boolean"],
  slow: ["slow", { ms: 400 }],
  "huge answer": ["huge"],
  "HTML, submitted": ["html-submitted"],
  "HTML, other": ["html-other"],
  text: ["text"],
  "empty answer": ["empty"],
  "needs activation": ["json-activation"],
  "refused or throttled": ["json-web-server"],
  refused: ["json-false"],
  "challenge, 200": ["challenge-200"],
  "challenge, 403": ["challenge-403"],
  redirect: ["redirect"],
  "404": ["status", { status: 404 }],
  "429": ["status", { status: 429, retryAfter: 2 }],
  "500": ["status"],
  "reset before the body": ["reset-early"],
  "reset after the body": ["reset"],
  "no answer": ["hang"],
  "no end of the answer": ["hang-after-headers"],
  "answer too slow": ["drip"],
  "no connection": ["shut"],
};
const MOMENTS = ["before store", "in flight", "after answer"] as const;
const EVENTS = ["SIGTERM", "SIGKILL", "disk full", "read-only"] as const;
const PATIENCE_MS = 40_000;

type Fault = (typeof FAULTS)[string];
type Gate = Awaited<ReturnType<typeof openGate>>;
/** Where a cell is played, and what befalls its site. `ended` resolves once that has ended it. */
type Cell = {
  stage: Stage;
  gate: Gate;
  happen: () => Promise<void>;
  mend: () => Promise<void>;
  ended: boolean;
};

/** A fault of the service and an event that befalls the site: at each moment in turn, each judged by itself. */
const cellsOf = (name: string, fault: Fault, event: (typeof EVENTS)[number]): Case => {
  const ended = event === "SIGTERM" || event === "SIGKILL";
  return {
    name: `${name}, ${event}`,
    beside: true,
    limitS: 240,
    lacks: async () => (ended ? undefined : noSmallDisks()),
    run: async () => {
      const disk = ended ? undefined : await makeSmallDisk();
      return onStage(
        async (stage) => {
          const gate = await openGate(Number(new URL(stage.forwarder.origin).port));
          await stage.start({ FORWARD_URL: gate.url });
          const happen = async () => {
            if (ended) await stage.stop(event);
            else if (event === "disk full") disk?.fill();
            else await disk?.makeReadOnly();
          };
          const mend = async () => {
            if (ended) await stage.start({ FORWARD_URL: gate.url });
            else await disk?.mend();
          };
          for (const moment of MOMENTS) {
            const { wrong } = stage.outcome;
            const before = wrong.length;
            await play({ stage, gate, happen, mend, ended }, fault, moment);
            await stage.judge();
            for (let at = before; at < wrong.length; at++) wrong[at] = `${moment}: ${wrong[at]}`;
          }
          await gate.shut();
        },
        { disk },
      );
    },
  };
};

/** Two or three requests around the event while the service has its fault; then all is mended, and the outbox empties. */
async function play(cell: Cell, [mode, options]: Fault, moment: (typeof MOMENTS)[number]): Promise<void> {
  const { stage, gate, mend, ended } = cell;
  if (mode === "shut") await gate.shut();
  else stage.forwarder.behave(mode, options);
  let happened: Promise<void> | undefined;
  const happen = () => {
    happened = cell.happen();
    // Who posts while the site stops must not wait for its end.
    return ended ? undefined : happened;
  };
  if (moment === "before store") await stage.post(happen);
  else await stage.post();
  if (moment === "in flight") await inFlight(stage, gate, mode, happen);
  if (moment === "after answer") {
    await stage.post();
    await happen();
  }
  if (!ended) await stage.post();
  await happened;
  for (const name of (await readOutbox(stage.dir)).broken) stage.expect(false, `${name} is no whole request`);

  stage.forwarder.behave("json-true");
  if (mode === "shut") await gate.open();
  await mend();
  for (const one of stage.sent) if (ended && one.told === "nothing") await stage.resend(one);
  if (ended) await stage.post();
  await stage.emptied();
  await sleep(50); // An attempt removes its file before its answer is on the way.
}

/**
 * The event comes while the service has the request and its answer is held back; where nobody listens, as soon as the
 * request is stored.
 */
async function inFlight(stage: Stage, gate: Gate, mode: Fault[0], happen: () => Promise<void> | undefined) {
  const { site, forwarder } = stage;
  const reached = () =>
    mode === "shut" ? site().events("quote.received").length : forwarder.received.length;
  const before = reached();
  gate.hold();
  const posted = stage.post();
  await until(() => reached() > before, PATIENCE_MS, 2);
  await happen();
  await sleep(30);
  gate.release();
  await posted;
}

export const CELLS = Object.entries(FAULTS).flatMap(([name, fault]) =>
  EVENTS.map((event) => cellsOf(name, fault, event)),
);
