import { connect, type Socket } from "node:net";

/**
 * Opens many connections to a site and says the same on each, in small groups so that the machine keeps up.
 *
 * @param from the loopback address they come from
 * @returns `said`: what the site answered on each; `open`: how many the site has not closed
 */
export async function flood(port: number, count: number, bytes: string, from = "127.0.0.1") {
  const said: string[] = Array<string>(count).fill("");
  const sockets: Socket[] = [];
  let closed = 0;
  for (let number = 0; number < count; number++) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: from });
    socket.on("data", (part) => {
      said[number] += part.toString("latin1");
    });
    socket.on("error", () => {});
    socket.once("close", () => closed++);
    socket.write(bytes);
    sockets.push(socket);
    if (number % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 15));
  }
  return {
    said,
    open: () => count - closed,
    end: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
