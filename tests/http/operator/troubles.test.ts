import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { DAY, inMs, MINUTE, sampleQuote } from "../../unit/intake/sample-quote";
import { FORM, postForm } from "../post";
import { runCommand } from "./run-command";
import { makeSurroundings } from "./surroundings";

/** Conditions in a running site: a message when one begins, and a log line when it ends. */

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
type Site = Awaited<ReturnType<typeof start>>;

const messages = (condition: string) =>
  around.receiver.messages().filter(({ data }) => data.condition === condition);
/** Waits for the message of a condition, a minute at most. */
async function began(condition: string, text: RegExp) {
  await vi.waitFor(() => expect(messages(condition)).not.toEqual([]));
  expect(messages(condition)[0]).toMatchObject({
    type: "condition.began",
    data: { text: expect.stringMatching(text) },
  });
}
const isOver = ({ events }: Site, id: string) =>
  vi.waitFor(() => expect(events("condition.over").map(({ condition }) => condition)).toContain(id));

it("requests.waiting: it says why and is over when the request itself is delivered", async () => {
  const tries = {
    forward: { count: 1, at: inMs(-MINUTE), class: "needs-activation", status: 200, next: inMs(DAY) },
  };
  const site = await restarted([{ tries }]);
  await began(
    "requests.waiting",
    /1 request is saved and not accepted yet, since .*not activated yet.*click the link in it \(reply 200\)/,
  );
  await postForm(site.url, "/quote", { ...FORM, fullName: "Next" });
  await vi.waitFor(() => expect(site.events("quote.delivered")).toHaveLength(1));
  expect(site.events("condition.over")).toEqual([]);
  await runCommand("outbox", ["now", "all"], { OUTBOX_DIR: site.outboxDir });
  await isOver(site, "requests.waiting");
  expect(around.forwarder.received).toHaveLength(2);
});

it("requests.partial: it is a notice and names the channel when only one accepts", async () => {
  around.mail.behave("refuse");
  const accepted = { count: 1, at: inMs(-2 * DAY), class: "accepted", accepted: true as const };
  const both = {
    MAIL_AFTER_S: "0",
    SMTP_URL: around.mail.url,
    MAIL_TO: "owner@dig.example",
    REPORT_DAY: "none",
  };
  const site = await restarted([{ receivedAt: inMs(-2 * DAY), tries: { forward: accepted } }], {
    ...both,
    HEARTBEAT_URL: around.receiver.url("/beat"),
  });
  await vi.waitFor(() =>
    expect(site.began("requests.partial")).toMatchObject([
      { level: "warn", title: "1 request reached you one way only" },
    ]),
  );
  await vi.waitFor(() => expect(around.receiver.received.map(({ path }) => path)).toContain("/beat"));
  around.mail.behave("accept");
  await isOver(site, "requests.partial");
});

it("requests.given_up: it has its cause, stops the heartbeat and ends when the request is handled", async () => {
  around.forwarder.behave("status", { status: 500 });
  const tries = { forward: { count: 6, at: inMs(-MINUTE), class: "server-error" } };
  const attempts = [{ at: inMs(-MINUTE), channel: "forward", class: "server-error", status: 503 }];
  const dying = { waitingSince: inMs(-15 * DAY), tries, attempts };
  const site = await restarted([dying], { HEARTBEAT_URL: around.receiver.url("/beat") });
  await began("requests.given_up", /not sent again: [0-9a-f]{32}\. .*\(reply 503\)/);
  expect(around.receiver.received.filter(({ path }) => path === "/beat")).toEqual([]);
  expect(JSON.stringify(around.receiver.received)).not.toMatch(/Renée|555/);
  const [id = ""] = messages("requests.given_up")[0].data.text.match(/[0-9a-f]{32}/);
  await runCommand("outbox", ["forget", id], { OUTBOX_DIR: site.outboxDir });
  await isOver(site, "requests.given_up");
  await vi.waitFor(() => expect(around.receiver.received.some(({ path }) => path === "/beat")).toBe(true));
});

it("storage.unwritable: a message begins and ends it when the disk fails and no visitor comes", async () => {
  const site = await start();
  await rename(join(site.outboxDir, "new"), join(site.outboxDir, "aside"));
  await writeFile(join(site.outboxDir, "new"), "");
  await began(
    "storage.unwritable",
    /^New requests are sent at once without being saved.*Requests cannot be saved in /,
  );
  expect((await postForm(site.url, "/quote")).status).toBe(303);
  await rm(join(site.outboxDir, "new"));
  await rename(join(site.outboxDir, "aside"), join(site.outboxDir, "new"));
  await isOver(site, "storage.unwritable");
});
