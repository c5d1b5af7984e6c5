import { execFile } from "node:child_process";
import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { BARE_ENV } from "../../clock.mjs";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type MailServer, startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { DAY, inMs, MINUTE, sampleRequest } from "../../unit/submit/sample-request";
import { FORM, postForm } from "../post";
import { startReceiver } from "./receiver";

/** Each kind of trouble, made for real: the owner is told, and told when it is over. */

let forwarder: Forwarder;
let mail: MailServer;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let site: Site | undefined;
beforeAll(async () => {
  forwarder = await startForwarder();
  mail = await startMailServer();
  receiver = await startReceiver();
});
beforeEach(() => {
  forwarder.reset();
  mail.behave("accept");
  receiver.reset();
});
afterEach(async () => {
  await site?.end();
  site = undefined;
});
afterAll(async () => {
  receiver.close();
  await forwarder.close();
  await mail.close();
});

async function start(settings: Record<string, string> = {}): Promise<Site> {
  const given = { FORWARD_URL: forwarder.url, NOTIFY_URL: receiver.url("/hook"), ...settings };
  site = await startSite({ REDELIVERY_WAITS_S: "1", FORWARD_TIMEOUT_MS: "5000", ...given });
  return site;
}
/** Starts it over an outbox in which this request lies. */
async function startOver(changes: Partial<StoredRequest>, settings: Record<string, string> = {}) {
  const dir = await mkdtemp(join(tmpdir(), "outbox-"));
  const old = new Date(Date.now() - 20 * MINUTE).toISOString();
  await openOutbox(dir).store({ ...sampleRequest(), receivedAt: old, ...changes });
  return start({ OUTBOX_DIR: dir, ...settings });
}

const told = (type: string, event: string) =>
  receiver.messages().filter((message) => message.type === type && message.data.event === event);
/** Waits for the message of a trouble, a minute at most; it names nobody. */
async function trouble(event: string, text: RegExp) {
  await vi.waitFor(() => expect(told("trouble", event)).not.toEqual([]));
  expect(told("trouble", event)[0].data.text).toMatch(text);
  expect(told("trouble.over", event)).toEqual([]);
}
const over = (event: string) => vi.waitFor(() => expect(told("trouble.over", event)).toHaveLength(1));
afterEach(() =>
  expect(JSON.stringify(receiver.received)).not.toMatch(/Ren.e|renee|555.?0188|C.te Rd|First.{1,4}Second/),
);

it.each([
  ["a form that is not activated", "json-activation", {}, /click the link in the email/],
  ["a service that refuses", "json-false", {}, /did not accept the request/],
  ["a bot shield that blocks", "challenge-403", {}, /bot protection blocks this server/],
  ["a form that the service does not know", "status", { status: 404 }, /does not know this form/],
] as const)("%s", async (_name, mode, options, text) => {
  forwarder.behave(mode, options);
  const { url } = await start();
  await postForm(url, "/quote");
  await trouble("quote.kept", text);
  forwarder.reset();
  await over("quote.kept");
});

it("a request that is stuck is not over when the next one is delivered, but when it is delivered itself", async () => {
  forwarder.behave("json-activation");
  // The first attempt after an activation is late.
  const { url, outboxDir } = await start({ REDELIVERY_WAITS_S: "1,3600" });
  await postForm(url, "/quote");
  await trouble("quote.kept", /click the link in the email/);
  forwarder.reset();
  await postForm(url, "/quote", { ...FORM, fullName: "Next" });
  await vi.waitFor(() => expect(site?.events("quote.delivered")).toHaveLength(1));
  expect(told("trouble.over", "quote.kept")).toEqual([]);
  await promisify(execFile)("node", ["build/outbox.js", "now", "all"], {
    env: { ...BARE_ENV, OUTBOX_DIR: outboxDir },
  });
  await over("quote.kept");
  expect(forwarder.received).toHaveLength(2);
});

it("a mail server that refuses, while the forwarder accepts", async () => {
  mail.behave("refuse");
  const { url } = await start({ MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" });
  await postForm(url, "/quote");
  await trouble("quote.kept", /The mail server refuses/);
  mail.behave("accept");
  await over("quote.kept");
});

it("a request that waits longer than 15 minutes", async () => {
  forwarder.behave("status", { status: 500 });
  await startOver({});
  await trouble("outbox.waiting", /Requests are waiting to be delivered/);
  forwarder.reset();
  await over("outbox.waiting");
});

it("a request that only one of two channels has had for 15 minutes", async () => {
  mail.behave("defer");
  const accepted = { count: 1, at: inMs(-20 * MINUTE), class: "accepted", accepted: true as const };
  const both = { MAIL_AFTER_S: "0", SMTP_URL: mail.url, MAIL_TO: "owner@dig.example" };
  await startOver({ tries: { forward: accepted } }, both);
  await trouble("outbox.partial", /have reached you by one channel/);
  expect(told("trouble", "outbox.waiting")).toEqual([]);
  mail.behave("accept");
  await over("outbox.partial");
});

it("a request that is given up: it stays so, and nothing says that it is over", async () => {
  const tries = { forward: { count: 6, at: inMs(-MINUTE), class: "server-error" } };
  const { outboxDir } = await startOver({ waitingSince: inMs(-15 * DAY), tries });
  await trouble("quote.dead", /call the visitor/);
  expect(await readdir(join(outboxDir, "dead"))).toHaveLength(1);
});

it("a disk that refuses; its end is told though no visitor comes", async () => {
  const { url, outboxDir } = await start();
  await vi.waitFor(() => expect(site?.events("outbox.durable")).toHaveLength(1));
  await rename(join(outboxDir, "new"), join(outboxDir, "aside"));
  await writeFile(join(outboxDir, "new"), "");
  expect((await postForm(url, "/quote")).status).toBe(303);
  await trouble("outbox.unwritable", /Requests cannot be saved/);
  await rm(join(outboxDir, "new"));
  await rename(join(outboxDir, "aside"), join(outboxDir, "new"));
  await over("outbox.unwritable");
});
