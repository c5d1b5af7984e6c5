import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DAY, inMs, MINUTE, sampleQuote } from "../../unit/intake/sample-quote";
import { FORM, postForm } from "../post";
import { runCommand } from "./run-command";
import { makeSurroundings } from "./surroundings";

/** Each kind of trouble, made for real: the owner is told, and told when it is over. */

const around = makeSurroundings();

const start = (settings: Record<string, string> = {}) =>
  around.start({ REDELIVERY_WAITS_S: "1", NOTIFY_URL: around.receiver.url("/hook"), ...settings });
/** Starts it over an outbox in which these requests have been for two hours. */
async function restarted(all: Partial<StoredQuote>[], settings: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  const receivedAt = inMs(-120 * MINUTE);
  for (const [n, changes] of all.entries())
    await openFolder(dir).update({
      ...sampleQuote("quote", { phone: `269-555-018${n}` }),
      receivedAt,
      ...changes,
    });
  return start({ OUTBOX_DIR: dir, ...settings });
}

const messages = (type: string, event: string) =>
  around.receiver.messages().filter((message) => message.type === type && message.data.event === event);
/** Waits for the message of a trouble, a minute at most. */
async function trouble(event: string, text: RegExp) {
  await vi.waitFor(() => expect(messages("trouble", event)).not.toEqual([]));
  expect(messages("trouble", event)[0].data.text).toMatch(text);
  expect(messages("trouble.over", event)).toEqual([]);
}
const over = (event: string) => vi.waitFor(() => expect(messages("trouble.over", event)).toHaveLength(1));

it("trouble: a stuck request is over when it is delivered itself, not when the next one is", async () => {
  around.forwarder.behave("json-activation");
  // The first attempt after an activation is late.
  const { url, outboxDir, events } = await start({ REDELIVERY_WAITS_S: "1,3600" });
  await postForm(url, "/quote");
  await trouble("quote.attempt_failed", /click the link in the email/);
  around.forwarder.reset();
  await postForm(url, "/quote", { ...FORM, fullName: "Next" });
  await vi.waitFor(() => expect(events("quote.delivered")).toHaveLength(1));
  expect(messages("trouble.over", "quote.attempt_failed")).toEqual([]);
  await runCommand("outbox", ["now", "all"], { OUTBOX_DIR: outboxDir });
  await over("quote.attempt_failed");
  expect(around.forwarder.received).toHaveLength(2);
});

it("trouble: the owner gets messages when the mail server refuses and a request came by one channel", async () => {
  around.mail.behave("refuse");
  const accepted = { count: 1, at: inMs(-120 * MINUTE), class: "accepted", accepted: true as const };
  const both = { MAIL_AFTER_S: "0", SMTP_URL: around.mail.url, MAIL_TO: "owner@dig.example" };
  await restarted([{ tries: { forward: accepted } }], both);
  await trouble("outbox.partial", /have reached you by one channel/);
  await trouble("quote.attempt_failed", /The mail server refuses/);
  expect(messages("trouble", "outbox.waiting")).toEqual([]);
  around.mail.behave("accept");
  await over("quote.attempt_failed");
  await over("outbox.partial");
});

it("trouble: the owner gets messages and no heartbeat when quotes wait or die or the disk refuses", async () => {
  around.forwarder.behave("status", { status: 500 });
  const tries = { forward: { count: 6, at: inMs(-MINUTE), class: "server-error" } };
  const dying = { waitingSince: inMs(-15 * DAY), tries };
  const { url, outboxDir } = await restarted([{}, dying], { HEARTBEAT_URL: around.receiver.url("/beat") });
  await trouble("outbox.waiting", /Requests are waiting to be delivered/);
  await trouble("quote.dead", /call the visitor/);
  expect(await readdir(join(outboxDir, "dead"))).toHaveLength(1);
  // The heartbeat stops while one waits for more than an hour.
  expect(around.receiver.received.filter(({ path }) => path === "/beat")).toEqual([]);
  around.forwarder.reset();
  await over("outbox.waiting");

  await rename(join(outboxDir, "new"), join(outboxDir, "aside"));
  await writeFile(join(outboxDir, "new"), "");
  expect((await postForm(url, "/quote")).status).toBe(303);
  await trouble("outbox.unwritable", /Requests cannot be saved/);
  await rm(join(outboxDir, "new"));
  await rename(join(outboxDir, "aside"), join(outboxDir, "new"));
  // Though no visitor comes.
  await over("outbox.unwritable");
  // It stays given up.
  expect(messages("trouble.over", "quote.dead")).toEqual([]);
});
