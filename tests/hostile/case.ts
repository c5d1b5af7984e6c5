import type { ModeName } from "../forwarder/forwarder.mjs";
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
  /** How the forwarding service answers meanwhile; it accepts unless told. */
  forwarder?: ModeName;
};

/** For `half`, where the server would wait for more: time enough to answer what needs no more. */
export const LATER_MS = 250;

export const HOST = "127.0.0.1";
export const URLENCODED = "application/x-www-form-urlencoded";

type Header = readonly [name: string, value: string | Buffer];

/** A request's head, byte for byte as told; text is written as latin1. */
export function head(method: string, path: string | Buffer, headers: readonly Header[] = []): Buffer {
  const lines: (string | Buffer)[] = [`${method} `, path, ` HTTP/1.1\r\nHost: ${HOST}\r\n`];
  for (const [name, value] of headers) lines.push(`${name}: `, value, "\r\n");
  return Buffer.concat([...lines, "\r\n"].map((text) => Buffer.from(text as string, "latin1")));
}

/** A request without a body. */
export function get(path: string | Buffer, allow: Allowed, headers: Header[] = [], method = "GET"): Case {
  return { pieces: [head(method, path, headers)], methods: [method], allow: [allow] };
}

/** A post whose length is stated rightly. */
export function post(
  path: string,
  type: string,
  body: Buffer | string,
  allow: Allowed,
  more: Header[] = [],
): Case {
  const bytes = Buffer.from(body as string);
  const headers: Header[] = [["Content-Type", type], ["Content-Length", String(bytes.length)], ...more];
  return { pieces: [head("POST", path, headers), bytes], methods: ["POST"], allow: [allow] };
}
