import { type Allowed, type Case, head, type Kind, LATER_MS, post, URLENCODED } from "../case";
import { FORM_PATHS, MULTIPART, multipart, urlencoded, validFields } from "../form";

const wholePost = (path: string, marker: string) =>
  post(path, MULTIPART, multipart(validFields(marker)), [303]).pieces as Buffer[];

/** What is spoken on a web server's port by those who take it for something else. */
const NOT_HTTP = [
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u0004\0\0\0\0\0", "latin1"),
  Buffer.from("1603010200010001fc0303", "hex"),
  Buffer.from("SSH-2.0-OpenSSH_9.6\r\n"),
  Buffer.from("EHLO mail.example\r\n"),
  Buffer.from("GET\r\n\r\n"),
  Buffer.from("GET / HTTP/9.9\r\n\r\n"),
  Buffer.from("GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
  Buffer.from("\r\n\r\n\r\n\r\n"),
  Buffer.from("\0\0\0\0"),
  Buffer.from('{"jsonrpc":"2.0"}\n'),
];

export const CONNECTION_KINDS: Kind[] = [
  {
    name: "early disconnects",
    count: 700,
    make({ random, marker }): Case {
      const whole = Buffer.concat(wholePost(random.pick(FORM_PATHS), marker));
      const cut = random.chance(0.3) ? whole.length : random.int(1, whole.length);
      const pieces = [whole.subarray(0, cut), random.pick([0, 0, 1, 5, 30])];
      const gone = random.chance(0.5) ? { leave: true } : { half: random.pick([0, 20]) };
      return { pieces, methods: ["POST"], allow: [[303, 400, 422, "closed"]], ...gone };
    },
  },
  {
    name: "pipelined",
    count: 160,
    make({ random, marker }): Case {
      const pieces: Buffer[] = [];
      const methods: string[] = [];
      const allow: Allowed[] = [];
      for (let place = 0; place < random.int(2, 6); place++) {
        const bad = random.chance(0.3);
        const page = random.chance(0.3);
        methods.push(page ? "GET" : "POST");
        allow.push(page ? [200] : bad ? [422] : [303]);
        if (page) pieces.push(head("GET", "/about"));
        else if (bad)
          pieces.push(...(post("/contact", URLENCODED, `fullName=${marker}`, []).pieces as Buffer[]));
        else pieces.push(...wholePost(random.pick(FORM_PATHS), `${marker}-${place}`));
      }
      return { pieces: [Buffer.concat(pieces)], methods, allow };
    },
  },
  {
    name: "slow uploads",
    count: 12,
    make({ random, marker, number }): Case {
      const whole = Buffer.concat(wholePost(random.pick(FORM_PATHS), marker));
      const pieces: (Buffer | number)[] = [];
      const step = Math.ceil(whole.length / 25);
      for (let at = 0; at < whole.length; at += step) pieces.push(whole.subarray(at, at + step), 80);
      // A slow visitor is served like any other; one that goes away is not waited for.
      if (number % 3) return { pieces, methods: ["POST"], allow: [[303]] };
      return { pieces: pieces.slice(0, -4), methods: ["POST"], allow: [["closed"]], leave: true };
    },
  },
  {
    name: "no HTTP at all",
    count: 220,
    make({ random, number }): Case {
      const bytes =
        number % 2 ? (NOT_HTTP[(number >> 1) % NOT_HTTP.length] as Buffer) : random.bytes(random.int(1, 300));
      return { pieces: [bytes], methods: ["GET"], allow: [[400, 505, "closed"]], half: LATER_MS };
    },
  },
  {
    name: "Expect and Upgrade",
    count: 150,
    make({ random, marker }): Case {
      const body = urlencoded(validFields(marker));
      const expects = (value: string, allow: Allowed) =>
        post(random.pick(FORM_PATHS), URLENCODED, body, allow, [["Expect", value]]);
      const upgrades = (value: string): Case => ({
        pieces: [
          head("GET", "/about", [
            ["Connection", "Upgrade"],
            ["Upgrade", value],
            ["HTTP2-Settings", "AAMAAABkAAQAAP__"],
          ]),
        ],
        methods: ["GET"],
        allow: [[200, 400, 426, 501]],
      });
      return random.pick([
        () => expects("100-continue", [303]),
        () => expects("100-Continue, other", [303, 417]),
        () => expects(marker, [417]),
        () => upgrades("websocket"),
        () => upgrades("h2c"),
        () => upgrades("TLS/1.3"),
      ])();
    },
  },
];
