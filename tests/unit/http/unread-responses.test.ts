import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { trackRendered } from "~/http/unread-responses.server";

/** A response of so many MiB that its reader has not taken. */
function response(mib: number) {
  const socket = { destroyed: false, destroy: () => Object.assign(socket, { destroyed: true }) };
  const res = { closed: false, writableLength: mib * 1024 * 1024, req: { socket } };
  trackRendered(res as unknown as ServerResponse);
  return res;
}

it("unread responses: the oldest lose their connections when all together hold more than 32 MiB", () => {
  const waiting = response(0);
  const [first, second, third] = [response(12), response(12), response(12)];
  const isOpen = () => [waiting, first, second, third].map(({ req }) => !req.socket.destroyed);
  expect(isOpen()).toEqual([true, true, true, true]);
  const fourth = response(12);
  expect(isOpen()).toEqual([true, false, true, true]);
  third.closed = true; // Read, or given up.
  response(0);
  expect(isOpen()).toEqual([true, false, true, true]);
  expect(fourth.req.socket.destroyed).toBe(false);
});
