import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/channel.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  clock,
  dir,
  events,
  forward,
  freshOutbox,
  MINUTE,
  pass,
  placed,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

describe("a round of the redelivery", () => {
  /** Answers the attempts in turn, one letter each: r is refused, a is accepted. */
  const inTurn = (letters: string) => {
    let next = 0;
    return vi.fn(
      async (_: StoredRequest): Promise<Attempt> => ({
        class: letters[next++] === "r" ? "refused" : "accepted",
        bytes: 0,
        ms: 1,
      }),
    );
  };

  it.each([
    ["ends at the fifth refusal in a row: the cause is the service", "rrrrraa", 5],
    ["goes on where one is accepted in between", "rrrrarrrra", 10],
  ])("%s", async (_name, answers, attempts) => {
    const send = inTurn(answers);
    const { outbox, look } = setUp([forward(send)]);
    for (const stored of requests(answers.length)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(attempts);
  });

  it("reads from the disk only what is due, and nothing to give up", async () => {
    const outbox = openOutbox(dir);
    const read = vi.fn(outbox.read);
    const { look } = setUp([forward(answering("accepted"))], { ...outbox, read });
    const [due, held] = requests(2) as [StoredRequest, StoredRequest];
    await outbox.store(due);
    await outbox.store({ ...held, heldUntil: new Date(clock.getTime() + 10 * MINUTE).toISOString() });
    pass(MINUTE);
    await look();
    expect(read.mock.calls).toEqual([[due.id]]);
  });

  it("does not send what was put off between the look and its turn", async () => {
    const send = answering("accepted");
    const folder = openOutbox(dir);
    const read = async (id: string) => {
      const found = await folder.read(id);
      return found && { ...found, heldUntil: new Date(clock.getTime() + MINUTE).toISOString() };
    };
    const { outbox, look } = setUp([forward(send)], { ...folder, read });
    await outbox.store(sampleRequest());
    pass(MINUTE);
    await look();
    expect(send).not.toHaveBeenCalled();
  });

  it("sends what was stored anew, also within an hour of its acceptance", async () => {
    const send = answering("accepted");
    const { outbox, courier, look } = setUp([forward(send)]);
    await courier.take(sampleRequest(), async () => undefined);
    pass(MINUTE);
    await outbox.store({ ...sampleRequest(), receivedAt: clock.toISOString() });
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    expect(await placed()).toMatchObject({ waiting: 0 });
  });

  it("passes over what cannot be read", async () => {
    const send = answering("accepted");
    const [bad, good] = requests(2) as [StoredRequest, StoredRequest];
    const folder = openOutbox(dir);
    const read = (id: string) => (id === bad.id ? Promise.reject(new Error()) : folder.read(id));
    const { outbox, look } = setUp([forward(send)], { ...folder, read });
    for (const stored of [bad, good]) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send.mock.calls).toMatchObject([[{ id: good.id }]]);
  });

  it("starts no second one beside a first that goes on", async () => {
    const send = vi.fn(() => new Promise<Attempt>(() => {}));
    const both = requests(2);
    const read = async (id: string) => both.find((stored) => stored.id === id);
    const { outbox, look } = setUp([forward(send)], { ...openOutbox(dir), read });
    for (const stored of both) await outbox.store(stored);
    pass(MINUTE);
    await look(true);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    await look(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("answers a visitor who sends the same meanwhile, and sends it once", async () => {
    let finish = () => {};
    const send = vi.fn(
      () =>
        new Promise<Attempt>((resolve) => {
          finish = () => resolve({ class: "accepted", bytes: 0, ms: 1 });
        }),
    );
    const { outbox, courier, look } = setUp([forward(send)]);
    await outbox.store(sampleRequest());
    pass(MINUTE);
    await look(true);
    await vi.waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    const told = courier.take(sampleRequest(), async () => undefined);
    finish();
    expect(await told).toEqual({ success: true, kept: true });
    expect(send).toHaveBeenCalledTimes(1);
    expect(events().sort()).toEqual(["quote.delivered", "quote.repeated"]);
  });
});
