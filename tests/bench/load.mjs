/**
 * Sends one request again and again over kept connections, each waiting for its answer, and tells what came of it.
 * A process of its own, so that its work is not counted as the server's.
 *
 * Usage: node tests/bench/load.mjs, and {port, connections, count, request} as JSON on standard input
 */
import { connect } from "node:net";
import { text } from "node:stream/consumers";

const { port, connections, count, request } = JSON.parse(await text(process.stdin));
const whole = Buffer.from(request, "latin1");
const place = whole.indexOf("#number#");

/** The request, with another number each time where it has a place for one; always of eight digits. */
function bytes() {
  if (place >= 0) whole.write(String(process.hrtime.bigint() % 100_000_000n).padStart(8, "0"), place);
  return Buffer.from(whole);
}

/** @type {number[]} */
const times = [];
/** @type {Record<string, number>} */
const statuses = {};
let begun = 0;

function client() {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let asked = 0;
    let answer = newAnswer();
    const ask = () => {
      if (begun === count) return resolve(socket.destroy());
      begun++;
      answer = newAnswer();
      asked = performance.now();
      socket.write(bytes());
    };
    socket.on("connect", ask).on("error", reject);
    socket.on("close", () => reject(new Error("the server closed a connection that is to be kept")));
    socket.on("data", (part) => {
      if (!take(answer, part)) return;
      times.push(performance.now() - asked);
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      ask();
    });
  });
}

/** @returns {{ status: string, head: Buffer, missing: number, tail: Buffer }} */
const newAnswer = () => ({ status: "", head: Buffer.alloc(0), missing: 0, tail: Buffer.alloc(0) });

/**
 * @param {ReturnType<typeof newAnswer>} answer
 * @param {Buffer} part
 * @returns whether the answer is whole with it
 */
function take(answer, part) {
  let body = part;
  if (answer.status === "") {
    answer.head = answer.head.length === 0 ? part : Buffer.concat([answer.head, part]);
    const end = answer.head.indexOf("\r\n\r\n");
    if (end < 0) return false;
    const fields = answer.head.toString("latin1", 0, end + 2);
    answer.status = fields.slice(9, 12);
    const length = /\r\ncontent-length: *(\d+)\r\n/i.exec(fields)?.[1];
    const chunked = /\r\ntransfer-encoding: *chunked\r\n/i.test(fields);
    answer.missing = chunked ? Number.POSITIVE_INFINITY : Number(length ?? 0);
    body = answer.head.subarray(end + 4);
  }
  if (answer.missing !== Number.POSITIVE_INFINITY) {
    answer.missing -= body.length;
    return answer.missing === 0;
  }
  // In chunks: over with the one that is empty.
  answer.tail = Buffer.concat([answer.tail, body]).subarray(-5);
  return answer.tail.toString("latin1") === "0\r\n\r\n";
}

const started = performance.now();
await Promise.all(Array.from({ length: connections }, client));
const seconds = (performance.now() - started) / 1000;
times.sort((a, b) => a - b);
const at = (/** @type {number} */ share) =>
  times[Math.min(times.length - 1, Math.floor(times.length * share))];
process.stdout.write(JSON.stringify({ seconds, statuses, p50: at(0.5), p99: at(0.99) }));
