import { connect, type Socket } from "node:net";

/** A request as bytes: method and address, more header lines, and a form if it posts one. */
export function bytes(line: string, headers = "", form?: string): string {
  const type = "Content-Type: application/x-www-form-urlencoded\r\n";
  const posted = form === undefined ? "" : `${type}Content-Length: ${Buffer.byteLength(form)}\r\n`;
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}${posted}\r\n${form ?? ""}`;
}

/** A connection to a site on the loopback, on which a test says byte by byte what it wants. */
export function open(port: number): { socket: Socket; answer: Promise<string>; said: () => string } {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (part) => {
    text += part.toString("latin1");
  });
  const answer = new Promise<string>((resolve) => {
    socket.on("error", () => {}); // A reset ends it, too; what came before counts.
    socket.once("close", () => resolve(text));
  });
  return { socket, answer, said: () => text };
}

/** Everything a site says to these bytes until it closes the connection. */
export function say(port: number, bytes: string | Buffer): Promise<string> {
  const { socket, answer } = open(port);
  socket.write(bytes as string, "latin1");
  return answer;
}

/** The values of a header in a raw answer, one for each time it stands there. */
export const values = (answer: string, name: string) =>
  [...(answer.split("\r\n\r\n")[0] ?? "").matchAll(new RegExp(`^${name}: *(.*?)\\r?$`, "gim"))].map(
    ([, value]) => value,
  );
