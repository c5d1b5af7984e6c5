import type { Sent } from "./exchange";
import type { Random } from "./random";

/** An answer's status, or that the connection ended without one. */
export type Allowed = readonly (number | "closed")[];

/** One connection's worth of abuse, and what a right site may answer. */
export type Case = Sent & {
  /** For each answer in turn; the last holds for all that follow. */
  allow: Allowed[];
};

/** What a case is made from: equal seeds, kinds and numbers give equal bytes. */
export type Given = {
  random: Random;
  /** Stands in what is typed and in nobody else's request, so a stranger's words in an answer are known as such. */
  marker: string;
  number: number;
};

/** A way of misusing the site. */
export type Kind = {
  name: string;
  count: number;
  make: (given: Given) => Case;
};

/** A kind whose cases are made at random. */
export const many = (name: string, count: number, make: Kind["make"]): Kind => ({ name, count, make });

/** A kind that is a table: each row in turn, so many times. */
export const table = <Row>(
  name: string,
  rows: readonly Row[],
  times: number,
  make: (row: Row, given: Given) => Case,
): Kind => ({
  name,
  count: rows.length * times,
  make: (given) => make(rows[given.number % rows.length] as Row, given),
});

/** A list of words without blanks in them. */
export const words = (text: string) => text.trim().split(/\s+/);

/** For `half`, where the server would wait for more: time enough to answer what needs no more. */
export const LATER_MS = 250;

/** The name that the proxies have, too. */
export const HOST = "localhost";
export const URLENCODED = "application/x-www-form-urlencoded";
const FORM_PATHS = ["/quote", "/about/quote", "/services/quote?service=other", "/contact"];

export type Header = readonly [name: string, value: string | Buffer];

/** A request's head, byte for byte as told; text is written as latin1. */
export function head(method: string, path: string | Buffer, headers: readonly Header[] = []): Buffer {
  const lines: (string | Buffer)[] = [`${method} `, path, ` HTTP/1.1\r\nHost: ${HOST}\r\n`];
  for (const [name, value] of headers) lines.push(`${name}: `, value, "\r\n");
  return Buffer.concat([...lines, "\r\n"].map((text) => Buffer.from(text as string, "latin1")));
}

/** A request that is nothing but these bytes. */
export const raw = (bytes: Buffer | string, allow: Allowed, half?: number): Case => ({
  pieces: [Buffer.from(bytes as string, "latin1")],
  methods: ["GET"],
  allow: [allow],
  half,
});

/** A request without a body. */
export const get = (
  path: string | Buffer,
  allow: Allowed,
  headers: readonly Header[] = [],
  method = "GET",
): Case => ({ ...raw(head(method, path, headers), allow), methods: [method] });

/** A post whose length is stated rightly, unless one of the headers says how long its body is. */
export function post(
  path: string,
  type: string,
  body: Buffer | string,
  allow: Allowed,
  more: readonly Header[] = [],
): Case {
  const bytes = Buffer.from(body as string);
  const isFramed = more.some(([name]) => /^(content-length|transfer-encoding) *$/i.test(name));
  const length: Header[] = isFramed ? [] : [["Content-Length", String(bytes.length)]];
  const headers: Header[] = [["Content-Type", type], ...length, ...more];
  return { pieces: [head("POST", path, headers), bytes], methods: ["POST"], allow: [allow] };
}

type Tail<Of extends (...all: never[]) => unknown> =
  Parameters<Of> extends [unknown, ...infer Rest] ? Rest : never;

/** A post to one of the pages with a form. */
export const postForm = ({ random }: Given, ...rest: Tail<typeof post>): Case =>
  post(random.pick(FORM_PATHS), ...rest);
