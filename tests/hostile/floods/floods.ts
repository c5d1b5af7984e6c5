import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type Header, head, post, URLENCODED } from "../case";
import { urlencoded } from "../form";
import type { Dial } from "./visitors";

/** What an attack may be given: the site's settings, and how much the log may grow, the visitors' own lines among it. */
type Given = { settings?: Record<string, string>; logKB?: number };

/** An attack on the site's memory or time. `run` resolves with the bytes it sent, once all are written or refused. */
export type Flood = Given & { name: string; run: (dial: Dial) => Promise<number> };

/** Where attackers come from, unless each has a network of its own. */
const ATTACKER = "127.0.66.6";
const KIB = 1024;

type Way = {
  from?: string;
  /** Connections opened between two short pauses, so that the attacker's own machine keeps up. */
  burst?: number;
  /** Does not read what the site says. */
  deaf?: boolean;
  /** How long the connections stay open once all is written, in milliseconds. */
  stayMs?: number;
};
type Bytes = Buffer | ((number: number) => Buffer);

/** Opens so many connections and writes the same, or what `bytes` makes, on each. */
async function open(
  dial: Dial,
  count: number,
  bytes: Bytes,
  { from = ATTACKER, burst = 50, deaf = false, stayMs = 8_000 }: Way = {},
): Promise<number> {
  let sent = 0;
  const sockets: Duplex[] = [];
  const written: Promise<unknown>[] = [];
  for (let number = 0; number < count; number++) {
    const socket = dial(from.replace("N", `${number >> 8}.${number & 255}`));
    const own = typeof bytes === "function" ? bytes(number) : bytes;
    socket.on("error", () => {});
    if (!deaf) socket.resume();
    const count = () => {
      sent += own.length;
    };
    written.push(
      Promise.race([
        new Promise((resolve) => socket.once("close", resolve)),
        new Promise((resolve) => socket.write(own, resolve)).then(count),
      ]),
    );
    sockets.push(socket);
    if (number % burst === burst - 1) await sleep(10);
  }
  await Promise.race([Promise.all(written), sleep(20_000)]);
  await sleep(stayMs);
  for (const socket of sockets) socket.destroy();
  return sent;
}

/** An attack that is nothing but that. */
const opened = (
  name: string,
  count: number,
  bytes: Bytes,
  { settings, logKB, ...way }: Way & Given = {},
): Flood => ({
  ...{ name, settings, logKB },
  run: (dial) => open(dial, count, bytes, way),
});

const get = (path: string) => head("GET", path, [["Accept-Encoding", "br"]]);
const posted = (type: string, body: Buffer | string, more: Header[] = []) =>
  Buffer.concat(post("/quote", type, body, [], more).pieces as Buffer[]);
const form = (body: string) => posted(URLENCODED, body);
const quote = (name: string) => form(urlencoded(name));
const times = (count: number, bytes: Buffer | ((number: number) => Buffer)) =>
  Buffer.concat(Array.from({ length: count }, (_, at) => (typeof bytes === "function" ? bytes(at) : bytes)));
/** A page that no two visitors share. */
const own = (number: number) => get(`/quote?service=none-${number}`);
const FILE = '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n';
const files = (count: number) => posted("multipart/form-data; boundary=b", `${FILE.repeat(count)}--b--\r\n`);
const LESS = (count: number) => form(`additionalNotes=${"<".repeat(count)}`);
const LIMITED = { settings: { RATE_LIMIT_MAX: "5", RATE_LIMIT_WINDOW_S: "60" }, stayMs: 2_000 };
const SLOW = { burst: 10, stayMs: 15_000 };
const DEAF = { deaf: true, burst: 10 };

const lengthOf = (kib: number): Header => ["Content-Length", String(kib * KIB)];
const MANY_LINES = [...Array(1_100).fill(["a", "b"]), lengthOf(250)];
const STALLED = Buffer.concat([head("POST", "/quote", MANY_LINES), Buffer.alloc(249 * KIB, "n")]);
const BEGUN = Buffer.concat([head("GET", "/about"), head("POST", "/quote", [lengthOf(256)])]);
const ONE_BYTE = posted(URLENCODED, "1\r\na\r\n".repeat(256 * KIB - 1), [["Transfer-Encoding", "chunked"]]);
const PAGES = times(1_000, own);

export const FLOODS: Flood[] = [
  opened("1,000 pages asked for at once on one connection, and on three more", 4, PAGES, { stayMs: 20_000 }),
  opened("1,500 pages of one visitor, one a connection", 1_500, own),
  opened("1,500 pages with a made-up mark", 1_500, (number) => get(`/about?sent=1&mark=${number}`)),
  opened("1,500 empty forms, one a connection", 1_500, form("")),
  opened("bodies in chunks of one byte, on six connections", 6, ONE_BYTE, { stayMs: 15_000 }),
  opened("1,950 stalled posts whose length is behind 1,100 header lines", 1_950, STALLED, SLOW),
  {
    name: "140 long posts begun behind a page, and reset",
    run: async (dial) => {
      for (let number = 0; number < 140; number++) {
        const socket = dial(ATTACKER);
        socket.on("error", () => {}).resume();
        await new Promise((resolve) => socket.write(BEGUN, resolve));
        await sleep(5);
        socket.destroy();
      }
      return 140 * BEGUN.length;
    },
  },
  opened("400 forms of 250 KB of <, by readers that do not read", 400, LESS(250_000), DEAF),
  opened("1,500 forms of 60 KB of <, by readers that do not read", 1_500, LESS(60_000), DEAF),
  opened("forms of 3,300 files", 100, files(3_300), { burst: 10 }),
  opened("1,500 forms of 100 files", 1_500, files(100)),
  {
    name: "the thanks for one request, 1,500 times",
    run: async (dial) => {
      const location = await new Promise<string>((resolve) => {
        const socket = dial(ATTACKER);
        socket.on("data", (part: Buffer) => resolve(/^location: (.*?)\r$/im.exec(String(part))?.[1] ?? ""));
        socket.on("error", () => resolve(""));
        socket.write(quote("thanked"));
      });
      return open(dial, 1_500, head("GET", location));
    },
  },
  opened("4,000 health checks, eight a connection", 500, times(8, head("GET", "/healthz"))),
  opened("112 requests from one address", 112, (number) => quote(`flooder${number}`), LIMITED),
  opened("330 requests from 330 networks", 330, (number) => quote(`bot${number}`), {
    ...{ ...LIMITED, from: "127.N.9", stayMs: 4_000 },
  }),
  {
    name: "2,068 posts of one accepted request",
    logKB: 60,
    run: async (dial) => {
      let sent = await open(dial, 28, quote("again"), { stayMs: 500 });
      for (let round = 0; round < 51; round++)
        sent += await open(dial, 40, quote("again"), { burst: 40, stayMs: 60 });
      return sent;
    },
  },
];
