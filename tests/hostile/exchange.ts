import { connect } from "node:net";
import { type Answer, readAnswers } from "./answer";

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

/** `silent`: the server neither answered all nor closed within the time. */
export type Exchange = { answers: Answer[]; end: "answered" | "closed" | "silent" | "left"; fault?: string };

/** Longer than the site lets a refused upload run (2 s) and than any answer takes on a busy machine. */
const PATIENCE_MS = 15_000;

/**
 * Sends bytes and reads what comes back. No client library: none would send these.
 *
 * @returns once every request of `methods` is answered, the server closed, or nothing came for PATIENCE_MS
 */
export function exchange(port: number, { pieces, methods, half, leave }: Sent): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    const parts: Buffer[] = [];
    const finish = (end: Exchange["end"]) => {
      clearTimeout(timer);
      socket.destroy();
      try {
        resolve({ answers: readAnswers(Buffer.concat(parts), methods, end !== "silent"), end });
      } catch (error) {
        resolve({ answers: [], end, fault: String(error) });
      }
    };
    const timer = setTimeout(() => finish("silent"), PATIENCE_MS);
    socket.on("data", (part) => {
      parts.push(part);
      if (leave) return;
      try {
        const answers = readAnswers(Buffer.concat(parts), methods, false);
        if (answers.length === methods.length && answers.every(({ whole }) => whole)) finish("answered");
      } catch {
        finish("closed");
      }
    });
    socket.once("end", () => finish("closed"));
    // A reset: what came before it counts.
    socket.once("error", () => finish(leave ? "left" : "closed"));
    write().catch(() => {});

    async function write() {
      for (const piece of pieces) {
        if (typeof piece === "number") await new Promise((wait) => setTimeout(wait, piece));
        else if (!socket.write(piece)) {
          await new Promise<void>((drained) => {
            socket.once("drain", drained);
            socket.once("close", () => drained());
          });
        }
      }
      if (leave) finish("left");
      else if (half !== undefined) setTimeout(() => socket.end(), half);
    }
  });
}
