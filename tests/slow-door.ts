import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";

/** Listens, and leaves every connection in the kernel's queue, of one place, until it is woken. */
const KEEPER = `
  const { parentPort, workerData: { port, gate } } = require("node:worker_threads");
  const { connect, createServer } = require("node:net");
  const server = createServer((client) => {
    const service = connect(port, "127.0.0.1");
    client.pipe(service).pipe(client);
    for (const socket of [client, service]) socket.on("error", () => {});
  });
  server.listen({ port: 0, host: "::1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port);
    Atomics.wait(gate, 0, 0);
  });`;

/**
 * A port of ::1 that leads to the service at `port`. Until `open`, the kernel drops what asks to connect, because the queue
 * is full; whoever asks again after a second, as TCP does, gets in. Nothing listens there at 127.0.0.1.
 */
export async function startSlowDoor(port: number) {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const keeper = new Worker(KEEPER, { eval: true, workerData: { port, gate } });
  const [own] = await once(keeper, "message");
  const queue = Array.from({ length: 4 }, () => connect(own, "::1").on("error", () => {}));
  await sleep(100);
  return {
    port: own as number,
    open: () => {
      for (const socket of queue) socket.destroy();
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
    close: () => keeper.terminate(),
  };
}

/** The name that has two addresses for a site with `TWO_ADDRESSES`: ::1, then 127.0.0.1. */
export const NAME = "slow.example";

const NAMES = `import dns from "node:dns";
  const { lookup, Resolver } = dns;
  const both = [{ address: "::1", family: 6 }, { address: "127.0.0.1", family: 4 }];
  dns.lookup = (name, options, done) =>
    name === "${NAME}" && options.all ? setImmediate(done, null, both) : lookup(name, options, done);
  for (const { address, family } of both) {
    const resolve = Resolver.prototype["resolve" + family];
    Resolver.prototype["resolve" + family] = function (name, done) {
      name === "${NAME}" ? setImmediate(done, null, [address]) : resolve.call(this, name, done);
    };
  }`;

export const TWO_ADDRESSES = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAMES)}`,
};
