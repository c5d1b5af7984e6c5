import { describe, expect, it, vi } from "vitest";
import type { Attempt } from "~/quote/delivery/deliver.server";
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

  it("sends once more what is back without a mark, also within an hour of its acceptance", async () => {
    const send = answering("accepted");
    const { outbox, inFlight, look } = setUp([forward(send)]);
    await inFlight.run(sampleRequest().id, async () => ({ visitor: "success", stored: "removed" }));
    await outbox.store(sampleRequest());
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(1);
    expect(await placed()).toMatchObject({ waiting: 0 });
  });

  it("does not send what its outbox holds for done, and moves it away", async () => {
    const send = answering("accepted");
    const [accepted, other] = requests(2) as [StoredRequest, StoredRequest];
    const isDone = ({ id }: StoredRequest) => id === accepted.id;
    const { outbox, look } = setUp([forward(send)], { ...openOutbox(dir), isDone });
    for (const stored of [accepted, other]) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(send.mock.calls).toMatchObject([[{ id: other.id }]]);
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

  it("leaves to a visitor what that one began to send in the same moment, and rests where it failed", async () => {
    const send = answering("accepted");
    const run = vi.fn(async () => ({ visitor: "error", stored: "kept" }) as const);
    const inFlight = { run, isUnderWay: () => false, forget: () => {} };
    const { outbox, look } = setUp([forward(send)], openOutbox(dir), { inFlight });
    for (const stored of requests(2)) await outbox.store(stored);
    pass(MINUTE);
    await look();
    expect(run).toHaveBeenCalledTimes(1);
    expect(send).not.toHaveBeenCalled();
    expect(events()).toEqual([]);
  });
});
