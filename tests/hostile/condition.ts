import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Forwarder } from "../forwarder/forwarder.mjs";
import type { Site } from "../start-site";
import { head, post, URLENCODED } from "./case";
import { exchange } from "./exchange";
import { urlencoded } from "./form";

/** How a site is doing, by its log and its outbox. */
export type Condition = Awaited<ReturnType<typeof condition>>;

export async function condition(site: Site) {
  const lines = site.events();
  const of = (event: string) => lines.filter((line) => line.event === event).length;
  return {
    printed: site.output().length,
    faults: of("site.fault"),
    underWay: of("quote.received") - of("quote.delivered") - of("quote.kept") - of("quote.lost"),
    waiting: (await site.waiting()).map(({ request }) => Object.values(request)),
  };
}

/** The condition once every request that was taken has been delivered or kept, or after ten seconds. */
export async function settled(site: Site): Promise<Condition> {
  for (let tries = 0; ; tries++) {
    await sleep(100);
    const now = await condition(site);
    if (now.underWay <= 0 || tries === 100) return now;
  }
}

/** Connections to a port that its process still holds: established, or closed by the other side only. */
export function openConnections(port: number): number {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && (state === "01" || state === "08")).length;
}

export function isAlive({ pid }: Site): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Whether an ordinary request still gets to the forwarding service and a page to a visitor. */
export async function stillServes(site: Site, forwarder: Forwarder): Promise<boolean> {
  forwarder.reset();
  const name = `ordinary${site.output().length}`;
  const form = urlencoded(name);
  const answers = [
    await exchange(site.port, post("/quote", URLENCODED, form, [303])),
    await exchange(site.port, { pieces: [head("GET", "/")], methods: ["GET"] }),
  ];
  const statuses = answers.map(({ answers: [first] }) => first?.status);
  // Beside it may arrive what others sent before they went away.
  const arrived = forwarder.received.some(({ fields }) => JSON.stringify(fields).includes(name));
  return String(statuses) === "303,200" && arrived;
}
