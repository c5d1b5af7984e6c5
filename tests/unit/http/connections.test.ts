import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { admitConnection, noteResponse } from "~/http/connections.server";
import { hourly } from "~/log/hourly-log.server";

/** A new connection. */
function connect() {
  const connection = Object.assign(new EventEmitter(), {
    destroyed: false,
    destroy: () => {
      connection.destroyed = true;
      connection.emit("close");
    },
  });
  admitConnection(connection as unknown as Socket);
  return connection;
}

/** The same, after a whole request came on it. `headersSent`: its response has begun. */
function ask(headersSent = false) {
  const socket = connect();
  noteResponse({ req: { socket, complete: true }, headersSent } as never);
  return socket;
}

it("when 2,000 visitors wait for a response, none of them is cut off for one more; one whose response is coming is", () => {
  const logged = vi.spyOn(hourly, "log").mockReturnValue();
  const waiting = Array.from({ length: 1_999 }, () => ask());
  const coming = ask(true);
  const next = ask();
  expect([next.destroyed, coming.destroyed]).toEqual([false, true]);
  expect(connect().destroyed).toBe(true);
  expect(waiting.filter(({ destroyed }) => destroyed)).toEqual([]);
  for (const connection of [...waiting, next]) connection.destroy();
  logged.mockRestore();
});
