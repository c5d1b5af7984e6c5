import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Arrival, newArrival, readForm } from "../../forwarder/arrival.mjs";
import type { Case } from "../case";
import { startPatientSite } from "../cell";
import { keep, makeFolders, makeKept } from "../keep";
import { until } from "../until";

const GOOD = 20;
const BAD = 2;
/** So the site looks every 5 s what is due, and sends at most every 2 s. */
const WAITS_S = "20";
/** Twice two seconds, where a refused one lies between two others; a round that was ended costs more. */
const PAUSE_MS = 6_000;

/** A service that takes every request but those with these notes. */
async function startPicky(refused: string, status: number, body: string) {
  const received: { email: string; at: number; taken: boolean }[] = [];
  const server = createServer(async (req, res) => {
    const arrival: Arrival = newArrival(req, "json-true");
    await readForm(req, arrival);
    const field = (name: string) => arrival.fields.find(([other]) => other === name)?.[1] ?? "";
    const taken = field("additional_notes") !== refused;
    received.push({ email: field("email"), at: performance.now(), taken });
    res.writeHead(taken ? 200 : status, { "content-type": "application/json" });
    res.end(taken ? '{"success":"true","message":"The form was submitted successfully."}' : body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/ajax/test`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Two of 22 are refused for what is in them: the others arrive one after the other, without a pause. */
const among = (name: string, status: number, body: string): Case => ({
  name,
  run: async () => {
    const wrong: string[] = [];
    const refused = "Nobody takes this.";
    const service = await startPicky(refused, status, body);
    const outboxDir = await mkdtemp(join(tmpdir(), "outbox-picky-"));
    await makeFolders(outboxDir);
    for (let number = 0; number < GOOD + BAD; number++) {
      const stored = makeKept(number % 10 === 5 ? { additionalNotes: refused } : {});
      const at = new Date(Date.parse(stored.receivedAt) + number * 1_000).toISOString();
      await keep(outboxDir, { ...stored, receivedAt: at });
    }
    const site = await startPatientSite(outboxDir, service.url, { REDELIVERY_WAITS_S: WAITS_S });
    const taken = () => service.received.filter((one) => one.taken);
    if (!(await until(() => taken().length >= GOOD, 70_000)))
      wrong.push(`${taken().length} of ${GOOD} arrived`);
    const times = taken().map(({ at }) => at);
    const pause = Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)));
    if (pause > PAUSE_MS) wrong.push(`the others waited ${Math.round(pause)} ms`);
    const copies = times.length - new Set(taken().map(({ email }) => email)).size;
    if (copies > 0) wrong.push(`${copies} arrived twice`);
    const asked = service.received.length - times.length;
    if (asked > BAD * 3) wrong.push(`what is refused was sent ${asked} times`);
    const waiting = (await site.waiting()).length;
    if (waiting !== BAD) wrong.push(`${waiting} wait, not the ${BAD} that were refused`);
    await site.stop("SIGKILL");
    service.close();
    await rm(outboxDir, { recursive: true, force: true });
    const seen = `longest pause ${Math.round(pause)} ms, refused ones sent ${asked} times`;
    return {
      attempts: BAD,
      sent: GOOD + BAD,
      lost: GOOD + BAD - times.length - waiting,
      copies,
      seen,
      wrong,
    };
  },
});

export const REFUSED_ONE = [
  among("two among 22 answered 422", 422, ""),
  among(
    "two among 22 answered success false",
    200,
    '{"success":"false","message":"The email is not valid."}',
  ),
];
