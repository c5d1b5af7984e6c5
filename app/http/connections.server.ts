import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type Answer = ServerResponse<IncomingMessage>;

/** The latest answer is kept on the connection itself: a map of them all would burden every request. */
const LATEST = Symbol("latest answer");

export type Connection = Socket & { [LATEST]?: Answer };

/** All open connections. The first has asked for nothing for the longest time. */
export const connections = new Set<Connection>();

/** Notes a new connection until it closes. */
export function noteConnection(connection: Connection): void {
  connections.add(connection);
  connection.once("close", () => connections.delete(connection));
}

/** Notes which answer a connection is busy with. */
export function noteAnswer(answer: Answer): void {
  const connection: Connection = answer.req.socket;
  connection[LATEST] = answer;
  if (connections.delete(connection)) connections.add(connection);
}

/** The answer that a connection is busy with, or was last. */
export const latestAnswer = (connection: Connection) => connection[LATEST];

/** Whether a whole request came and its answer has not begun: perhaps a quote on its way to the owner. */
export function awaitsAnswer(connection: Connection): boolean {
  const answer = latestAnswer(connection);
  return answer?.req.complete === true && !answer.headersSent;
}
