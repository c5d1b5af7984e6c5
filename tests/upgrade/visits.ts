import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type RequestOptions, request } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import { type Typed, typeSomething } from "../faults/visitor";

const PAGES = ["/", "/about", "/services", "/contact", "/quote"];
const PAGES_EACH_MS = 20;
const QUOTES_EACH_MS = 1_000;
const PATIENCE_MS = 60_000;

type Place = { url: string; cert: string };

/** Fifty pages and a quote a second, each by a visitor of its own, until `stop` is called. */
export function startVisits({ url, cert }: Place) {
  const ca = readFileSync(cert);
  const pages: number[] = [];
  const quotes: Typed[] = [];
  const refused: string[] = [];
  const begun: Promise<void>[] = [];

  async function visit(path: string, status: number, options: RequestOptions = {}, body = ""): Promise<void> {
    const began = performance.now();
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const asked = request(`${url}${path}`, { ...options, ca, agent: false, signal }).end(body);
      const [answer] = await once(asked, "response");
      const text = (await answer.setEncoding("utf8").toArray()).join("");
      if (answer.statusCode !== status) throw new Error(`${answer.statusCode} ${text.slice(0, 100)}`);
      if (status === 200 && !text.endsWith("</html>")) throw new Error("half a page");
    } catch (error) {
      refused.push(`${options.method ?? "GET"} ${path}: ${error}`);
    }
    if (status === 200) pages.push(performance.now() - began);
  }

  function quote(): Promise<void> {
    const typed = typeSomething();
    quotes.push(typed);
    const body = new URLSearchParams(typed).toString();
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "content-length": Buffer.byteLength(body),
    };
    return visit("/quote", 303, { method: "POST", headers }, body);
  }

  const timers = [
    setInterval(() => begun.push(visit(PAGES[begun.length % PAGES.length] as string, 200)), PAGES_EACH_MS),
    setInterval(() => begun.push(quote()), QUOTES_EACH_MS),
  ];

  return {
    /** Lets that many seconds of visits pass. */
    pass: (seconds: number) => sleep(seconds * 1_000),
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(begun);
      return { pages: pages.length, slowestMs: Math.round(Math.max(...pages)), quotes, refused };
    },
  };
}

export type Visits = ReturnType<typeof startVisits>;
