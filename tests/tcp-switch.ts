import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A port of the loopback that leads to another one, and later perhaps to a third: as a proxy before a database does. */
export async function startTcpSwitch(port: number) {
  let target = port;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.once("close", () => open.delete(from));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    /** From now on it leads there; what is open is cut. */
    to: (other: number) => {
      target = other;
      for (const socket of open) socket.destroy();
    },
    close: () => void server.close(),
  };
}
