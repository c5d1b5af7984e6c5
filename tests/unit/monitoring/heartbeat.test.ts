import { expect, it, vi } from "vitest";
import { runHeartbeat } from "~/monitoring/heartbeat.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { startReceiver } from "../../http/operator/receiver";
import { inMs, MINUTE, sampleQuote } from "../intake/sample-quote";

it("the heartbeat goes on while a request waits, and stops once one has waited for more than an hour, by whatever clock", async () => {
  const receiver = await startReceiver();
  for (const [minutes, seenMinutes] of [
    [90, 0],
    [-24 * 60, 90],
    [10, 0],
  ] as const) {
    const seenAt = performance.now() - seenMinutes * MINUTE;
    const entries = [{ ...sampleQuote(), receivedAt: inMs(-minutes * MINUTE), seenAt }];
    // Counted once: the next heartbeat, five minutes later, fails here and calls nobody.
    const snapshot = vi.fn<Outbox["snapshot"]>().mockResolvedValueOnce({ entries, damaged: [] });
    const outbox = { snapshot, count: async () => 0, probe: async () => {} };
    void runHeartbeat(receiver.url(`/${minutes}`), [outbox as Partial<Outbox> as Outbox]);
  }
  await vi.waitFor(() => expect(receiver.received).not.toEqual([]));
  receiver.close();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/10"]);
});
