import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Of its own, so that no other program listens on its ports while the gate is closed. All of 127/8 is the loopback. */
const ADDRESS = "127.0.0.2";

/**
 * A gate between the site and the forwarding service. It can hold what the service answers, so that something may
 * happen while a request is in flight, and it can be closed: then connections are refused.
 *
 * @param target port of the service on 127.0.0.1
 */
export async function openGate(target: number) {
  const sockets = new Set<Socket>();
  let server: Server | undefined;
  let port = 0;
  let held: (() => void)[] | undefined;
  const pass = (step: () => void) => (held ? held.push(step) : step());

  function join(site: Socket): void {
    const service = connect(target, "127.0.0.1");
    for (const socket of [site, service]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
    }
    site.pipe(service);
    site.on("error", () => {}).once("close", () => service.destroy());
    service.on("data", (part) => pass(() => site.write(part)));
    service.once("end", () => pass(() => site.end()));
    service.once("error", () => pass(() => site.resetAndDestroy()));
  }

  const gate = {
    url: "",
    hold: () => {
      held ??= [];
    },
    release: () => {
      const steps = held ?? [];
      held = undefined;
      for (const step of steps) step();
    },
    open: async () => {
      server = createServer(join).listen(port, ADDRESS);
      await once(server, "listening");
      port = (server.address() as { port: number }).port;
      gate.url = `http://${ADDRESS}:${port}/ajax/test`;
    },
    /** From now on connections are refused, and those that are open are reset. */
    shut: async () => {
      const closed = server && once(server, "close");
      server?.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await closed;
      server = undefined;
    },
  };
  await gate.open();
  return gate;
}
