/**
 * What is compared with: `node:http` and nothing else, sending one answer to whatever comes.
 *
 * Usage: node tests/bench/bare.mjs, and {status, headers, body (base64)} as JSON on standard input; prints its port
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { status, headers, body } = JSON.parse(await text(process.stdin));
const bytes = Buffer.from(body, "base64");
const server = createServer((_req, res) => {
  res.writeHead(status, headers);
  res.end(bytes);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address?.port}\n`);
});
