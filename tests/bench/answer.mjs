import { request } from "node:http";

/** @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Answer */

/** Those that Node adds to an answer by itself. */
const NODES_OWN = ["date", "connection", "keep-alive"];

/**
 * One answer as it comes over the wire, for a peer to send the same.
 *
 * @param {number} port @param {string} path
 * @returns {Promise<Answer>}
 */
export const answerOf = (port, path) =>
  new Promise((resolve, reject) => {
    const asked = request(
      { port, host: "127.0.0.1", path, headers: { "accept-encoding": "br" } },
      (answer) => {
        /** @type {Buffer[]} */
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("end", () => {
          const headers = Object.entries(answer.headers).filter(([name]) => !NODES_OWN.includes(name));
          resolve({
            status: answer.statusCode ?? 0,
            headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(parts),
          });
        });
      },
    );
    asked.on("error", reject).end();
  });
