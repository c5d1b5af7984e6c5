import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/channel.server";
import { waitingIn } from "../outbox/waiting";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  byMail,
  clock,
  forward,
  freshOutbox,
  lines,
  MINUTE,
  pass,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

describe("the second channel", () => {
  it("takes what the first has not had accepted within 15 minutes, once", async () => {
    const down = answering("unreachable");
    const send = answering("mail-accepted", { status: 250 });
    const { outbox, look } = setUp([forward(down), byMail(send)]);
    await outbox.store(sampleRequest());
    pass(14 * MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
    pass(MINUTE);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await waitingIn(outbox)).toEqual([]);
    expect(lines).toContainEqual(
      expect.objectContaining({
        event: "quote.delivered",
        facts: expect.objectContaining({ channel: "mail" }),
      }),
    );
  });

  it("does not wait for the first, nor the first for it", async () => {
    const never = vi.fn(() => new Promise<Attempt>(() => {}));
    const mailed = answering("mail-accepted");
    const { outbox, look } = setUp([forward(never), byMail(mailed)]);
    for (const stored of requests(3)) await outbox.store(stored);
    pass(20 * MINUTE);
    await vi.waitFor(async () => {
      await look(true);
      expect(mailed).toHaveBeenCalledTimes(2);
    });
    expect(never).toHaveBeenCalledTimes(1);

    // Whichever request the mail hangs on, the forwarder gets the others.
    const accepted = answering("accepted");
    const other = setUp([forward(accepted), byMail(never)]);
    const receivedAt = clock.toISOString();
    for (const stored of requests(3)) await other.outbox.store({ ...stored, receivedAt });
    pass(20 * MINUTE);
    await vi.waitFor(async () => {
      await other.look(true);
      expect(accepted.mock.calls.length).toBeGreaterThanOrEqual(2);
    });
  });
});
