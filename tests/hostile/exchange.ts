import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What is sent over one connection, byte for byte. */
export type Sent = {
  /** Written in order; a number waits that many milliseconds. */
  pieces: (Buffer | number)[];
  /** The method of each request in it, as far as it holds requests. */
  methods: string[];
  /**
   * Says "no more" so many milliseconds after the last piece, if there is no answer by then. Else the connection stays
   * open both ways until all is answered. (A server that is told so at once gives up what it is doing.)
   */
  half?: number;
  /** Leaves without a word after the last piece, whatever the answer. */
  leave?: boolean;
};

/** One answer. `headers` keeps order, spelling of values and repetitions; names are in lower case. */
export type Answer = {
  status: number;
  headers: [name: string, value: string][];
  /** As latin1. */
  body: string;
  /** False when the connection ended before the body did. */
  whole: boolean;
};

/** `silent`: the server neither answered all nor closed within the time. */
export type Exchange = { answers: Answer[]; end: "answered" | "closed" | "silent" | "left"; fault?: string };

/** Longer than the site lets a refused upload run (2 s) and than any answer takes on a busy machine. */
const PATIENCE_MS = 15_000;

export const headersOf = ({ headers }: Pick<Answer, "headers">, name: string) =>
  headers.filter(([other]) => other === name).map(([, value]) => value);

/**
 * Sends bytes and reads what comes back. No client library: none would send these.
 *
 * @returns once every request of `methods` is answered, the server closed, or nothing came for PATIENCE_MS
 */
export function exchange(port: number, { pieces, methods, half, leave }: Sent): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    let said = "";
    const finish = (end: Exchange["end"]) => {
      clearTimeout(timer);
      socket.destroy();
      try {
        resolve({ answers: readAnswers(said, methods, end !== "silent"), end });
      } catch (error) {
        resolve({ answers: [], end, fault: String(error) });
      }
    };
    const timer = setTimeout(() => finish("silent"), PATIENCE_MS);
    socket.on("data", (part) => {
      said += part.toString("latin1");
      if (leave) return;
      try {
        const answers = readAnswers(said, methods, false);
        if (answers.length === methods.length && answers.every(({ whole }) => whole)) finish("answered");
      } catch {
        finish("closed");
      }
    });
    socket.once("end", () => finish("closed"));
    // A reset: what came before it counts.
    socket.once("error", () => finish(leave ? "left" : "closed"));
    write();

    async function write() {
      for (const piece of pieces) {
        if (typeof piece === "number") await sleep(piece);
        else if (!socket.write(piece))
          await new Promise<unknown>((drained) => socket.once("drain", drained).once("close", drained));
      }
      if (leave) finish("left");
      else if (half !== undefined) setTimeout(() => socket.end(), half);
    }
  });
}

const HEAD = /^HTTP\/1\.1 (\d{3})(?: .*)?\r\n((?:[^:\r\n]+:.*\r\n)*)\r\n/;

/**
 * Cuts what a connection carried into answers. Interim answers (100 Continue) are left out.
 *
 * @param methods of the requests in the order sent: the answer to a HEAD has no body
 * @param isOver whether the server has closed, which ends a body of no stated length
 * @returns the answers so far; the last may not be `whole`. Throws on bytes that are no HTTP.
 */
function readAnswers(said: string, methods: readonly string[], isOver: boolean): Answer[] {
  const answers: Answer[] = [];
  for (let rest = said; rest; ) {
    const [head, status, lines = ""] = HEAD.exec(rest) ?? [];
    if (head === undefined) {
      if (!isOver && !rest.includes("\r\n\r\n")) break;
      throw new Error(`this is no answer: ${JSON.stringify(rest.slice(0, 80))}`);
    }
    rest = rest.slice(head.length);
    if (Number(status) < 200) continue;
    const headers = [...lines.matchAll(/^(.+?):[ \t]*(.*?)\r$/gm)].map(
      ([, name = "", value = ""]): [string, string] => [name.toLowerCase(), value],
    );
    const answer = { status: Number(status), headers, body: "", whole: true };
    const method = methods[Math.min(answers.length, methods.length - 1)];
    answers.push(answer);
    if (method === "HEAD" || status === "204" || status === "304") continue;
    if (headersOf(answer, "transfer-encoding").includes("chunked")) {
      for (let size = -1; answer.whole && size !== 0; ) {
        const [line = "", digits = ""] = /^([0-9a-f]+)\r\n/i.exec(rest) ?? [];
        size = Number.parseInt(digits, 16);
        answer.whole = line.length + size + 2 <= rest.length;
        answer.body += rest.slice(line.length, line.length + (size || 0));
        rest = answer.whole ? rest.slice(line.length + size + 2) : "";
      }
    } else {
      const [length] = headersOf(answer, "content-length");
      const end = length === undefined ? rest.length : Number(length);
      answer.whole = length === undefined ? isOver : end <= rest.length;
      answer.body = rest.slice(0, end);
      rest = rest.slice(end);
    }
  }
  return answers;
}
