import { setTimeout as sleep } from "node:timers/promises";
import { onStage } from "../case";
import { until } from "../until";
import { type Typed, visit } from "../visitor";

/** Of the 512 MB that compose.yaml gives the site. */
const RESIDENT_MB = 400;
const START_MS = 15_000;
const ANSWER_MS = 5_000;
/** A single sign that is not Latin, and every other takes two bytes of memory as well. It fits a body of 64 KiB. */
const LONG_NOTES = `${"x".repeat(61_900)}水`;

type Given = { waiting: number; typed?: Partial<Typed>; watchedMs: number; areAll: boolean };

/**
 * So many wait at a start, the service is down at first and then well: pages are quick all the time, and as many as can
 * arrive within `watchedMs`, once.
 */
const startWith = (name: string, { waiting, typed, watchedMs, areAll }: Given) =>
  onStage(name, { limitS: 720 }, async (stage) => {
    const { forwarder, expect } = stage;
    await stage.keep(waiting, typed);
    forwarder.behave("status");
    const began = performance.now();
    const site = await stage.start();
    const startedMs = Math.round(performance.now() - began);
    expect(startedMs <= START_MS, "the start takes too long");
    const endWatch = stage.watch();
    await sleep(4_000);
    const ready = await visit(`${site.url}/readyz`);
    expect(ready.status === 200 && ready.ms <= ANSWER_MS, `/readyz: ${ready.status} after ${ready.ms} ms`);
    // What arrived until now was refused. Thousands of these would fill this process.
    forwarder.reset();
    for (let number = 0; number < 10; number++) {
      await stage.post();
      await sleep(300);
    }
    expect(stage.slowest() <= ANSWER_MS, "a visitor waited longer than 5 s");
    let gone: unknown;
    void site.exit.then((status) => {
      gone = status;
    });
    await until(() => forwarder.received.length >= waiting + 10 || gone !== undefined, watchedMs);
    const deliveredS = Math.round((performance.now() - began) / 1000);
    expect(gone === undefined, `the site ended with ${gone}`);
    const arrived = stage.arrived();
    if (areAll) {
      await stage.allArrive(0);
      await stage.emptied(10_000);
    }
    const slowestMs = await endWatch();
    const peak = await site.memory("VmHWM");
    expect(peak <= RESIDENT_MB, `${peak} MiB resident`);
    return `started in ${startedMs} ms, slowest page ${slowestMs} ms, ${peak} MiB, ${arrived} sent in ${deliveredS} s`;
  });

const LONG = { waiting: 3_000, typed: { additionalNotes: LONG_NOTES }, watchedMs: 420_000, areAll: true };
export const MANY_WAITING = [
  startWith("3,000 of 62 KB waiting", LONG),
  startWith("100,000 small ones waiting", { waiting: 100_000, watchedMs: 60_000, areAll: false }),
];
