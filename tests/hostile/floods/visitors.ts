import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import type { RunningProxy } from "../../proxies";
import { type Header, head, post, URLENCODED } from "../case";
import { urlencoded } from "../form";

/** A visitor who has waited this long has gone, in milliseconds. */
const PATIENCE_MS = 60_000;
const EVERY_MS = 250;

/** Where a site is: straight at its port, or behind a proxy. */
export type Target = { port: number; proxy?: Pick<RunningProxy, "url" | "cert"> };
/** Opens a connection from one of the machine's loopback addresses. */
export type Dial = (from: string) => Duplex;

export function dialTo({ port, proxy }: Target): Dial {
  const ca = proxy && readFileSync(proxy.cert);
  return (localAddress) => {
    const from = { host: "127.0.0.1", localAddress };
    return proxy
      ? connectTls({ ...from, port: Number(new URL(proxy.url).port), servername: "localhost", ca })
      : connect({ ...from, port, noDelay: true });
  };
}

export type Seen = {
  /** Milliseconds. */
  slowestPage: number;
  slowestQuote: number;
  /** What visitors got that was neither a page nor an accepted or held request. */
  refused: string[];
};

/** One exchange on a connection of its own. @returns the status, or "held", "closed", "late" */
function ask(dial: Dial, from: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial(from);
    let said = "";
    const end = (what: string) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(what);
    };
    const timer = setTimeout(end, PATIENCE_MS, "late");
    const status = () =>
      said.includes("This request is saved") ? "held" : (/^HTTP\/1\.1 (\d+)/.exec(said)?.[1] ?? "closed");
    socket.on("data", (part: Buffer) => {
      said += part.toString("latin1");
    });
    for (const name of ["error", "close"]) socket.once(name, () => end(status()));
    socket.write(bytes);
  });
}

const CLOSE: Header[] = [["Connection", "close"]];

/** A quote request of its own, from another network than any other. @returns the status, or why there is none */
export function sendQuote(dial: Dial, number: number, notes = ""): Promise<string> {
  const body = urlencoded(`visitor${number}`, { additionalNotes: notes });
  const { pieces } = post("/quote", URLENCODED, body, [], CLOSE);
  return ask(dial, `127.${200 + (number >> 8)}.${number & 255}.7`, Buffer.concat(pieces as Buffer[]));
}

/** Visitors who read a page and send a quote, one after the other, until `isOver`. */
export async function visit(dial: Dial, isOver: () => boolean): Promise<Seen> {
  const seen: Seen = { slowestPage: 0, slowestQuote: 0, refused: [] };
  let number = 0;
  const rounds = async (what: "slowestPage" | "slowestQuote", right: string[], go: () => Promise<string>) => {
    for (; !isOver(); await sleep(EVERY_MS)) {
      const began = performance.now();
      const status = await go();
      seen[what] = Math.max(seen[what], Math.round(performance.now() - began));
      if (!right.includes(status)) seen.refused.push(`${what.replace("slowest", "")} ${status}`);
    }
  };
  await Promise.all([
    rounds("slowestPage", ["200"], () => ask(dial, "127.0.0.77", head("GET", "/about", CLOSE))),
    rounds("slowestQuote", ["303", "held"], () => sendQuote(dial, ++number)),
  ]);
  return seen;
}

/**
 * Sends visitors to a site until they are called back. They are a process of their own: in the attacker's they would wait
 * for the attacker.
 *
 * @returns calls them back, and resolves to what they have seen
 */
export function sendVisitors(target: Target): () => Promise<Seen> {
  const program = ["tests/run-typescript.mjs", "tests/hostile/floods/visitors-process.ts"];
  const argv = [...program, JSON.stringify(target)];
  const child = spawn(process.execPath, argv, { stdio: ["pipe", "pipe", "inherit"] });
  const seen = text(child.stdout);
  return async () => {
    child.stdin.end();
    return JSON.parse(await seen);
  };
}
