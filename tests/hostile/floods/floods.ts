import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { urlencoded } from "../form";
import type { Dial } from "./dial";

/** An attack on the site's memory or time. `run` resolves with the bytes it sent, once all are written or refused. */
export type Flood = {
  name: string;
  /** The site's settings, where the attack is about a limit. */
  settings?: Record<string, string>;
  /** How much the log may grow, the visitors' own lines among it. */
  logKB?: number;
  run: (dial: Dial) => Promise<number>;
};

/** Where attackers come from, unless each has a network of its own. */
const ATTACKER = "127.0.66.6";
const KIB = 1024;

const head = (line: string, ...headers: string[]) =>
  [`${line} HTTP/1.1`, "Host: localhost", ...headers, "", ""].join("\r\n");
const form = (body: string, ...headers: string[]) =>
  head(
    "POST /quote",
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    ...headers,
  ) + body;

type Way = {
  from?: string;
  /** Connections opened between two short pauses, so that the attacker's own machine keeps up. */
  burst?: number;
  /** Does not read what the site says. */
  deaf?: boolean;
  /** How long the connections stay open once all is written, in milliseconds. */
  stayMs?: number;
};

/** Opens so many connections and writes the same, or what `bytes` makes, on each. */
async function open(
  dial: Dial,
  count: number,
  bytes: string | ((number: number) => string),
  { from = ATTACKER, burst = 50, deaf = false, stayMs = 8_000 }: Way = {},
): Promise<number> {
  let sent = 0;
  const sockets: Duplex[] = [];
  const written: Promise<unknown>[] = [];
  for (let number = 0; number < count; number++) {
    const socket = dial(from.replace("N", `${number >> 8}.${number & 255}`));
    const text = typeof bytes === "string" ? bytes : bytes(number);
    socket.on("error", () => {});
    if (!deaf) socket.resume();
    written.push(
      new Promise<void>((resolve) => {
        socket.once("close", () => resolve());
        socket.write(text, () => {
          sent += text.length;
          resolve();
        });
      }),
    );
    sockets.push(socket);
    if (number % burst === burst - 1) await sleep(10);
  }
  await Promise.race([Promise.all(written), sleep(20_000)]);
  await sleep(stayMs);
  for (const socket of sockets) socket.destroy();
  return sent;
}

/** A page that no two visitors share. */
const own = (number: number) => head(`GET /quote?service=none-${number}`, "Accept-Encoding: br");

const oneByteChunks = (bytes: number) =>
  head("POST /quote", "Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked") +
  "1\r\na\r\n".repeat(bytes);

const fileParts = (count: number) => {
  const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n';
  const body = `${part.repeat(count)}--b--\r\n`;
  const type = "Content-Type: multipart/form-data; boundary=b";
  return head("POST /quote", type, `Content-Length: ${body.length}`) + body;
};

const quote = (name: string) => form(urlencoded(name));
const LIMITS = { RATE_LIMIT_MAX: "5", RATE_LIMIT_WINDOW_S: "60" };

export const FLOODS: Flood[] = [
  {
    name: "1,000 pages asked for at once on one connection, and on three more",
    run: (dial) =>
      open(dial, 4, Array.from({ length: 1_000 }, (_, number) => own(number)).join(""), { stayMs: 20_000 }),
  },
  {
    name: "1,500 pages of one visitor, one a connection",
    run: (dial) => open(dial, 1_500, own),
  },
  {
    name: "1,500 pages with a made-up mark",
    run: (dial) =>
      open(dial, 1_500, (number) => head(`GET /about?sent=1&mark=${number}`, "Accept-Encoding: br")),
  },
  {
    name: "1,500 empty forms, one a connection",
    run: (dial) => open(dial, 1_500, form("")),
  },
  {
    name: "bodies in chunks of one byte, on six connections",
    run: (dial) => open(dial, 6, oneByteChunks(256 * KIB - 1), { stayMs: 15_000 }),
  },
  {
    name: "1,950 stalled posts whose length is behind 1,100 header lines",
    run: (dial) => {
      const lines = Array.from({ length: 1_100 }, () => "a:b");
      const post = head("POST /quote", ...lines, `Content-Length: ${250 * KIB}`) + "n".repeat(249 * KIB);
      return open(dial, 1_950, post, { burst: 10, stayMs: 15_000 });
    },
  },
  {
    name: "140 long posts begun behind a page, and reset",
    run: async (dial) => {
      const bytes = `${head("GET /about")}${head("POST /quote", `Content-Length: ${256 * KIB}`)}`;
      let sent = 0;
      for (let number = 0; number < 140; number++) {
        const socket = dial(ATTACKER);
        socket.on("error", () => {}).resume();
        await new Promise((resolve) => socket.write(bytes, resolve));
        sent += bytes.length;
        await sleep(5);
        socket.destroy();
      }
      return sent;
    },
  },
  {
    name: "400 forms of 250 KB of <, by readers that do not read",
    run: (dial) => open(dial, 400, form(`additionalNotes=${"<".repeat(250_000)}`), { deaf: true, burst: 10 }),
  },
  {
    name: "1,500 forms of 60 KB of <, by readers that do not read",
    run: (dial) =>
      open(dial, 1_500, form(`additionalNotes=${"<".repeat(60_000)}`), { deaf: true, burst: 10 }),
  },
  {
    name: "forms of 3,300 files",
    run: (dial) => open(dial, 100, fileParts(3_300), { burst: 10 }),
  },
  {
    name: "1,500 forms of 100 files",
    run: (dial) => open(dial, 1_500, fileParts(100)),
  },
  {
    name: "the thanks for one request, 1,500 times",
    run: async (dial) => {
      const location = await new Promise<string>((resolve) => {
        const socket = dial(ATTACKER);
        socket.on("data", (part: Buffer) => resolve(/^location: (.*?)\r$/im.exec(String(part))?.[1] ?? ""));
        socket.on("error", () => resolve(""));
        socket.write(quote("thanked"));
      });
      return open(dial, 1_500, head(`GET ${location}`));
    },
  },
  {
    name: "4,000 health checks, eight a connection",
    run: (dial) => open(dial, 500, head("GET /healthz").repeat(8)),
  },
  {
    name: "112 requests from one address",
    settings: LIMITS,
    run: (dial) => open(dial, 112, (number) => quote(`flooder${number}`), { stayMs: 2_000 }),
  },
  {
    name: "330 requests from 330 networks",
    settings: LIMITS,
    run: (dial) => open(dial, 330, (number) => quote(`bot${number}`), { from: "127.N.9", stayMs: 4_000 }),
  },
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
