import { rename } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { DiskTimeout } from "~/quote/outbox/folder/io-limiter.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { MINUTE, sampleQuote } from "../intake/sample-quote";
import { coded, dir, failing } from "../outbox/folder";
import { forward, freshWorker, hanging, mail, pass, setUp } from "./setup";

/** What is accepted is not sent again, whatever the disk did meanwhile. */

freshWorker();
const SENT = { kind: "sent" };

it.each([coded("EIO"), new DiskTimeout()])(
  "a request that is in its folder, which could not be flushed, is sent once (%s)",
  async (error) => {
    const channel = forward("accepted");
    const keep = async (request: StoredQuote) => {
      await openFolder(dir).insert(request);
      throw error;
    };
    const { submit, look } = setUp([channel], { insert: keep });
    expect(await submit()).toEqual(SENT);
    await look();
    expect(channel.sent).toHaveLength(1);
  },
);

it("a waiting request that its visitor sends again while the disk is full is not sent once more", async () => {
  const channel = forward("throttled");
  let isFull = false;
  const keep = (request: StoredQuote) => (isFull ? failing("ENOSPC")() : openFolder(dir).insert(request));
  const { submit, look } = setUp([channel], { insert: keep });
  await submit();
  isFull = true;
  channel.answer = "accepted";
  pass(MINUTE);
  expect(await submit()).toEqual(SENT);
  await look();
  expect(channel.sent).toHaveLength(2);
});

it("one that was accepted but could not be moved stays known to a redelivery with an older look at it", async () => {
  const first = { ...sampleQuote("contact"), receivedAt: "2026-05-01T11:00:00.000Z" };
  const channel = hanging("forward");
  const send = async (request: StoredQuote) => {
    if (channel.sent.length === 0) return channel.send(request);
    channel.sent.push(request);
    return { class: "accepted" as const, bytes: 0, ms: 1 };
  };
  let isBroken = true;
  const accept = (request: StoredQuote) => (isBroken ? failing("EIO")() : openFolder(dir).markSent(request));
  const { outbox, worker, submit, look } = setUp([{ ...channel, send }], { markSent: accept });
  await outbox.update(first);
  await outbox.update(sampleQuote());
  pass(MINUTE);
  const { done: over } = await worker.poll();
  await vi.waitFor(() => expect(channel.sent).toHaveLength(1)); // The first is being sent, the second is next.
  expect(await submit()).toEqual(SENT); // The visitor sends the second again.
  channel.respond("accepted");
  await over;
  await look();
  isBroken = false;
  await look();
  expect(channel.sent.filter(({ id }) => id === sampleQuote().id)).toHaveLength(1);
});

it("what one channel accepted while the volume was away is not sent by it again", async () => {
  const [one, other] = [forward("accepted"), mail("mail-deferred")];
  const send = async (request: StoredQuote) => {
    const made = await one.send(request);
    if (one.sent.length === 1) await rename(dir, `${dir}-away`);
    return made;
  };
  const { submit, look } = setUp([{ ...one, send }, other]);
  await submit();
  await sleep(50); // Both channels are noted.
  await rename(dir, `${dir}-wrong`).catch(() => {});
  await rename(`${dir}-away`, dir);
  pass(60 * MINUTE);
  await look();
  expect(one.sent).toHaveLength(1);
});

it("a result that is saved late does not replace for good the one that came after it", async () => {
  const [one, other] = [forward("throttled"), mail("mail-accepted")];
  let end = () => {};
  let late: Promise<void> | undefined;
  const update = async (request: StoredQuote) => {
    if (late) return openFolder(dir).update(request);
    late = new Promise<void>((resolve) => {
      end = resolve;
    }).then(() => openFolder(dir).update(request));
    throw new DiskTimeout(late);
  };
  const { submit, look } = setUp([one, other], { update });
  await submit();
  await vi.waitFor(() => expect(other.sent).toHaveLength(1));
  await look();
  end();
  await late;
  one.answer = "accepted";
  await look();
  await look(60 * MINUTE);
  expect(other.sent).toHaveLength(1);
});
