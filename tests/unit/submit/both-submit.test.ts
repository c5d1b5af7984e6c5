import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { Attempt, Channel } from "~/quote/delivery/channel.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { REQUEST } from "./sample-request";
import { arrivals, dir, freshOutbox, lines, pass, setUp, unwritable, waiting } from "./submit-setup";

freshOutbox();

const answering = (name: Channel["name"], given: DeliveryClass) => {
  const status = given.endsWith("accepted") ? 200 : 0;
  const send = vi.fn(
    async (_: StoredRequest): Promise<Attempt> => ({ class: given, status, bytes: 0, ms: 1 }),
  );
  return { name, afterMs: 0, send };
};
/** A channel whose answer the test gives. */
function held(name: Channel["name"]) {
  let answer = (_: DeliveryClass) => {};
  const attempt = new Promise<Attempt>((resolve) => {
    answer = (given) => resolve({ class: given, bytes: 0, ms: 1 });
  });
  return { channel: { name, afterMs: 0, send: vi.fn(() => attempt) }, answer };
}
const start = (channels: Channel[], outbox = openOutbox(dir)) => setUp("accepted", 200, outbox, { channels });
const states = () => arrivals.map(({ facts }) => facts.state);
const sent = async (id: string) => JSON.parse(await readFile(join(dir, "sent", `${id}.json`), "utf8"));
const idOf = (channel: { send: ReturnType<typeof vi.fn> }) => channel.send.mock.calls[0]?.[0].id as string;

it("sends by both at once, and neither waits for the other", async () => {
  const [one, other] = [held("forward"), held("mail")];
  const result = start([one.channel, other.channel]).submit("quote", REQUEST);
  await vi.waitFor(() => expect(other.channel.send).toHaveBeenCalledTimes(1));
  expect(one.channel.send).toHaveBeenCalledTimes(1);
  one.answer("accepted");
  other.answer("mail-accepted");
  expect(await result).toEqual({ kind: "sent" });
  await vi.waitFor(async () =>
    expect(await sent(idOf(one.channel))).toMatchObject({ sent: { channel: "forward, mail" } }),
  );
  expect(await waiting()).toEqual([]);
  expect(states()).toEqual(["accepted"]);
});

it.each([
  ["forward", "accepted"],
  ["mail", "mail-accepted"],
] as const)("the visitor sees success as soon as %s accepts, once that is on disk", async (name, given) => {
  const [quick, hangs] = [answering(name, given), held(name === "mail" ? "forward" : "mail")];
  const channels = [quick, hangs.channel];
  expect(await start(channels).submit("quote", REQUEST)).toEqual({ kind: "sent" });
  expect(await waiting()).toMatchObject([{ tries: { [name]: { accepted: true } } }]);
  hangs.answer(name === "mail" ? "accepted" : "mail-accepted");
  await vi.waitFor(async () => expect(await waiting()).toEqual([]));
});

it.each([
  ["forward", "unreachable", "mail", "mail-accepted"],
  ["mail", "mail-refused", "forward", "accepted"],
] as const)(
  "if %s fails the visitor sees success, and it waits for that one alone",
  async (failing, no, other, yes) => {
    const { submit } = start([answering(failing, no), answering(other, yes)]);
    expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
    await vi.waitFor(async () =>
      expect(await waiting()).toMatchObject([
        {
          tries: {
            [failing]: { class: no, next: expect.any(String) },
            [other]: { class: yes, accepted: true },
          },
        },
      ]),
    );
    expect(states()).toEqual(["accepted"]);
  },
);

it("if both fail the request waits for both, and the visitor sees the error", async () => {
  const { submit } = start([answering("forward", "unreachable"), answering("mail", "mail-unreachable")]);
  expect(await submit("quote", REQUEST)).toMatchObject({ kind: "failed" });
  expect(await waiting()).toMatchObject([
    { tries: { forward: { count: 1 }, mail: { count: 1 } }, attempts: [{}, {}] },
  ]);
  expect(states()).toEqual(["waiting"]);
});

it("a repeat of what one channel accepted within the hour is sent, and sends nothing; later it is a request again", async () => {
  const [one, other] = [answering("forward", "accepted"), answering("mail", "mail-unreachable")];
  const { submit } = start([one, other]);
  await submit("quote", REQUEST);
  await vi.waitFor(() => expect(lines.map(({ event }) => event)).toContain("quote.kept"));
  const [before] = await waiting();
  expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
  expect([one.send.mock.calls.length, other.send.mock.calls.length]).toEqual([1, 1]);
  expect(await waiting()).toEqual([before]);
  expect(lines.at(-1)?.event).toBe("quote.repeated");
  pass(61 * 60_000);
  expect(await submit("quote", REQUEST)).toEqual({ kind: "sent" });
  expect([one.send.mock.calls.length, other.send.mock.calls.length]).toEqual([2, 2]);
  await vi.waitFor(() => expect(lines.filter(({ event }) => event === "quote.kept")).toHaveLength(2));
});

it("what the disk writes late waits for the channel that is missing, and for that one alone", async () => {
  const [one, other] = [answering("forward", "accepted"), answering("mail", "mail-unreachable")];
  const folder = openOutbox(dir);
  const store = vi.fn(folder.store).mockImplementationOnce(async (request): Promise<undefined> => {
    throw new DiskTimeout(folder.store(request));
  });
  expect(await start([one, other], { ...folder, take: store }).submit("quote", REQUEST)).toEqual({
    kind: "sent",
  });
  await vi.waitFor(async () =>
    expect(await waiting()).toMatchObject([
      { tries: { forward: { accepted: true }, mail: { class: "mail-unreachable" } } },
    ]),
  );
});

it.each([
  ["unreachable", "mail-accepted", "sent"],
  ["accepted", "mail-unreachable", "sent"],
  ["unreachable", "mail-unreachable", "failed"],
] as const)("what cannot be stored goes by both: %s and %s is %s", async (first, second, kind) => {
  const [one, other] = [answering("forward", first), answering("mail", second)];
  expect(await start([one, other], unwritable()).submit("quote", REQUEST)).toMatchObject({ kind });
  expect([one.send.mock.calls.length, other.send.mock.calls.length]).toEqual([1, 1]);
  expect(lines.filter(({ event }) => event === "quote.unsent")).toHaveLength(kind === "sent" ? 1 : 2);
});
