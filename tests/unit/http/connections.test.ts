import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { admitConnection, type Connection, connections, noteResponse } from "~/http/connections.server";
import { hourly } from "~/log/hourly-log.server";

beforeEach(() => void vi.spyOn(hourly, "log").mockReturnValue());
afterEach(() => {
  for (const connection of connections) connection.destroy();
});

/** A new connection from an office whose people share one address. */
function connect(): Connection {
  const connection = Object.assign(new EventEmitter(), {
    remoteAddress: "192.0.2.1",
    destroyed: false,
    destroy: () => {
      connection.destroyed = true;
      connection.emit("close");
    },
  });
  admitConnection(connection as unknown as Connection);
  return connection as unknown as Connection;
}

/** The same, after a whole request came on it. `headersSent`: its response has begun. */
function ask(headersSent = false): Connection {
  const connection = connect();
  noteResponse({
    req: { socket: connection, complete: true },
    headersSent,
    writableFinished: false,
  } as never);
  return connection;
}

const closed = (all: Connection[]) => all.filter(({ destroyed }) => destroyed).length;

it("when 500 visitors at one address all wait for a response, none of them is cut off for one more", () => {
  const waiting = Array.from({ length: 500 }, () => ask());
  expect(connect().destroyed).toBe(true);
  expect(closed(waiting)).toBe(0);
});

it("a visitor whose response is already coming makes room before one who still waits", () => {
  const waiting = Array.from({ length: 499 }, () => ask());
  const coming = ask(true);
  expect(connect().destroyed).toBe(false);
  expect(coming.destroyed).toBe(true);
  expect(closed(waiting)).toBe(0);
});
