import { setTimeout as sleep } from "node:timers/promises";
import type { Case } from "../case";
import { makeFolders } from "../outbox";
import { fetchPage, watchPages } from "../pages";
import { onStage } from "../stage";
import { until, within } from "../until";
import type { Typed } from "../visitor";

/** Of the 512 MB that compose.yaml gives the site. */
const RESIDENT_MB = 400;
const START_MS = 15_000;
const ANSWER_MS = 5_000;
/** A single sign that is not Latin, and every other takes two bytes of memory as well. It fits a body of 64 KiB. */
const LONG_NOTES = `${"x".repeat(61_900)}水`;

/** So many wait at a start, the service is down at first and then well: pages are quick all the time, all arrive once. */
const startWith = (name: string, waiting: number, typed: Partial<Typed>, deliverMs: number): Case => ({
  name,
  long: deliverMs > 1_000_000 ? true : undefined,
  limitS: deliverMs / 1_000 + 300,
  run: () =>
    onStage(async (stage) => {
      const { forwarder, expect } = stage;
      await makeFolders(stage.dir);
      await stage.keep(waiting, typed);
      forwarder.behave("status", { status: 500 });
      const began = performance.now();
      const site = await within(stage.start(), START_MS);
      if (site === "late") throw new Error("the start takes too long");
      const startedMs = Math.round(performance.now() - began);
      const pages = watchPages(site.url);
      await sleep(4_000);
      const ready = await fetchPage(site.url, "/readyz");
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
      const all = () => forwarder.received.length >= waiting + 10 || gone !== undefined;
      await until(all, deliverMs);
      const deliveredS = Math.round((performance.now() - began) / 1000);
      expect(gone === undefined, `the site ended with ${gone}`);
      const arrived = stage.arrived();
      expect(arrived === waiting + 10, `${arrived} of ${waiting + 10} arrived within ${deliveredS} s`);
      await stage.emptied(10_000);
      const { wrong, slowestMs } = await pages.stop();
      stage.outcome.wrong.push(...wrong);
      const peak = await site.memory("VmHWM");
      expect(peak <= RESIDENT_MB, `${peak} MiB resident`);
      return `started in ${startedMs} ms, slowest page ${slowestMs} ms, ${peak} MiB, all after ${deliveredS} s`;
    }),
});

export const MANY_WAITING = [
  startWith("3,000 of 62 KB waiting", 3_000, { additionalNotes: LONG_NOTES }, 420_000),
  startWith("100,000 small ones waiting", 100_000, {}, 7_200_000),
];
