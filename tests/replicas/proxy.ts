import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * A proxy that gives each connection to the next replica in turn, dead or alive: where nobody listens, and where a replica
 * dies, the visitor's connection breaks. That is the hardest a real one can be on its visitors.
 *
 * @param ports of the replicas on 127.0.0.1, asked for at each connection
 */
export async function openProxy(ports: () => readonly number[]) {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((visitor) => {
    const all = ports();
    const replica = connect(all[turn++ % all.length] as number, "127.0.0.1");
    for (const [socket, other] of [
      [visitor, replica],
      [replica, visitor],
    ] as const) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      socket.pipe(other);
      socket.once("error", () => other.resetAndDestroy());
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
