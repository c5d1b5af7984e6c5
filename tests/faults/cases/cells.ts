import { setTimeout as sleep } from "node:timers/promises";
import type { ModeName, ModeOptions } from "../../forwarder/forwarder.mjs";
import { type Case, onStage } from "../case";
import { makeSmallDisk } from "../disk";
import { readOutbox } from "../outbox";
import type { Stage } from "../stage";
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
/** What befalls a site: `ends` where it does not outlive that. */
type Event = { ends: boolean; happen: () => Promise<void>; mend: () => Promise<unknown> };

/** A fault of the service and an event that befalls the site: at each moment in turn, each judged by itself. */
const cellOf = (name: string, fault: Fault, event: (typeof EVENTS)[number]): Case => {
  const ends = event === "SIGTERM" || event === "SIGKILL";
  const act = async (stage: Stage) => {
    const { disk } = stage;
    const happen = async () => {
      if (ends) await stage.stop(event);
      else if (event === "disk full") disk.fill();
      else await disk.makeReadOnly();
    };
    const mend = () => (ends ? stage.start() : disk.mend());
    await stage.start();
    for (const moment of MOMENTS) {
      const { wrong } = stage.outcome;
      const before = wrong.length;
      await play(stage, fault, { ends, happen, mend }, moment);
      await stage.judge();
      for (let at = before; at < wrong.length; at++) wrong[at] = `${moment}: ${wrong[at]}`;
    }
  };
  return onStage(
    `${name}, ${event}`,
    { beside: true, limitS: 240, disk: ends ? undefined : makeSmallDisk },
    act,
  );
};

/** Two or three requests around the event while the service has its fault; then all is mended, and the outbox empties. */
async function play(stage: Stage, [mode, options]: Fault, event: Event, moment: (typeof MOMENTS)[number]) {
  const { forwarder, site } = stage;
  const { ends, mend } = event;
  if (mode === "shut") await forwarder.close();
  else forwarder.behave(mode, options);
  let happened: Promise<void> | undefined;
  const happen = () => {
    happened = event.happen();
    // Who posts while the site stops must not wait for its end.
    return ends ? undefined : happened;
  };
  await stage.post(moment === "before store" ? { midway: happen } : {});
  if (moment === "in flight") {
    // The service has the request and its answer is held back; where nobody listens, the request is stored.
    const reached = () =>
      mode === "shut" ? site().events("quote.received").length : forwarder.received.length;
    const before = reached();
    const release = forwarder.hold();
    const posted = stage.post();
    await until(() => reached() > before, PATIENCE_MS, 2);
    await happen();
    await sleep(30);
    release();
    await posted;
  }
  if (moment === "after answer") {
    await stage.post();
    await happen();
  }
  if (!ends) await stage.post();
  await happened;
  for (const name of (await readOutbox(stage.dir)).broken) stage.expect(false, `${name} is no whole request`);

  forwarder.behave("json-true");
  if (mode === "shut") await forwarder.open();
  await mend();
  for (const one of stage.sent) if (ends && one.outcome === "nothing") await stage.resend(one);
  if (ends) await stage.post();
  await stage.emptied();
  await sleep(50); // An attempt removes its file before its answer is on the way.
}

export const CELLS = Object.entries(FAULTS).flatMap(([name, fault]) =>
  EVENTS.map((event) => cellOf(name, fault, event)),
);
