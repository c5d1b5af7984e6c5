import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { LOCAL_TIME } from "~/contractor/company";
import { mail } from "~/quote/delivery/channels/smtp.server";
import { SERVICE } from "../../contractor/offered";
import { type MailServer, startMailServer } from "../../mail-server";
import { freePort } from "../../start-site";
import { REQUEST, sampleQuote } from "../intake/sample-quote";

let server: MailServer;
let encrypting: MailServer;
beforeAll(async () => {
  [server, encrypting] = await Promise.all([startMailServer(), startMailServer({ starttls: true })]);
});
beforeEach(() => {
  server.behave("accept");
  server.received.length = 0;
});
afterAll(() => Promise.all([server.close(), encrypting.close()]));

const send = (changes = {}, stored = sampleQuote()) =>
  mail(stored, {
    ...{ smtpUrl: server.url, to: "owner@dig.example", from: "site@dig.example" },
    ...{ siteHost: "dig.example", timeoutMs: 5_000, ...changes },
  });
/** The email of a request with these values. */
async function received(changes: Partial<typeof REQUEST> = {}, more = {}) {
  const attempt = await send({}, { ...sampleQuote("quote", changes), ...more });
  expect(attempt).toMatchObject({ class: "mail-accepted", status: 250 });
  const got = server.received.at(-1);
  if (!got) throw new Error("no email came");
  return got;
}

describe("an email", () => {
  it("has every field as plain text, is answerable to the visitor, and has the request's own id", async () => {
    const got = await received();
    expect(got).toMatchObject({ from: "site@dig.example", to: ["owner@dig.example"] });
    expect(got.mail).toMatchObject({
      subject: `New Quote Request from Website: ${SERVICE.title}, ${REQUEST.fullName}`,
      replyTo: [{ name: REQUEST.fullName, address: REQUEST.email }],
      messageId: `<${sampleQuote().id}@dig.example>`,
    });
    expect(got.mail.html).toBeUndefined();
    for (const value of Object.values(REQUEST)) expect(got.mail.text).toContain(value);
    expect((await received({}, { form: "contact" })).mail.subject).toMatch(/^New Contact Request from /);
  });

  it("begins with the time where the company is, as people write it", async () => {
    const { text } = (await received({}, { receivedAt: "2026-07-05T03:05:00Z" })).mail;
    const time = "Saturday, July 4, 2026, 11:05 PM";
    expect(text?.startsWith(`Received ${time}, ${LOCAL_TIME}\n\nName: ${REQUEST.fullName}\n`)).toBe(true);
  });

  const long = "x".repeat(5_000);
  it.each([
    ["names a service that the visitor made up", { projectType: "pond" }, /: pond, Renée/],
    ["is one short line", { fullName: `Ann \u202e\r\n${long}` }, /, Ann x{96}$/],
    ["is one short line", { projectType: `pond\r\n\u2028${long}` }, /: pond x{95}, Renée/],
  ])("has a subject that %s", async (_name, changes, subject) => {
    expect((await received(changes)).mail.subject).toMatch(subject);
  });

  it.each([
    ["a line break in the name", { fullName: "A\r\nBcc: spy@evil.example\r\n\r\nB" }],
    ["a line break in the address", { email: "a@b.example\r\nBcc: spy@evil.example" }],
    ["a second recipient in the name", { fullName: '", <spy@evil.example>, "' }],
    ["a second address", { email: "a,spy@evil.example" }],
  ])("lets nobody write a header: %s", async (_name, changes) => {
    const got = await received(changes);
    expect(got.to).toEqual(["owner@dig.example"]);
    expect(got.mail.bcc).toBeUndefined();
    expect(got.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc/im);
    expect(got.mail.subject).toMatch(/^New Quote Request from Website: \P{Cc}+, \P{Cc}+$/u);
  });

  it.each([
    ["o'brien+quote@mail.example.com", "o'brien+quote@mail.example.com"],
    ["ann@exämple.de", "ann@xn--exmple-cua.de"],
    ...["jürgen@example.com", "a,spy@evil.example", "ann.@example.com", "(ann)@example.com"],
    ...["ann@exa_mple.com", `${"a".repeat(65)}@example.com`, `ann@${"example.".repeat(40)}com`],
  ])("goes back to the visitor's address where SMTP takes it, and else says so: %s", async (...row) => {
    const [email = "", address] = row.flat();
    const got = await received({ email });
    const replyTo = address ? [{ name: REQUEST.fullName, address }] : undefined;
    expect(got.mail.replyTo).toEqual(replyTo);
    expect(got.mail.text).toContain(`Email: ${email}`);
    expect(got.mail.text).toContain(address ? "Reply to this email" : "Write to the address above");
  });

  it("has no line over the limit of 998 bytes, whatever is how long", async () => {
    const typed = {
      fullName: `Ann ${"Ä".repeat(20_000)} ${"x".repeat(20_000)}`,
      additionalNotes: `\0${"y".repeat(20_000)}`,
      projectLocation: "z".repeat(5_000),
    };
    const { raw, mail } = await received(typed);
    expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
    expect(raw).not.toContain("\0");
    expect(mail.replyTo?.[0]?.name?.length).toBeLessThanOrEqual(100);
    for (const value of Object.values(typed)) expect(mail.text).toContain(value);
  });
});

describe("a mail server", () => {
  it.each([
    ["refuse", "mail-request-refused", 554],
    ["defer", "mail-deferred", 451],
  ] as const)("may %s: %s", async (mode, expected, status) => {
    server.behave(mode);
    expect(await send()).toMatchObject({ class: expected, status });
  });

  it("may know the user of the address, or refuse a wrong password, or not be there", async () => {
    const to = async (smtpUrl: string) => (await send({ smtpUrl })).class;
    expect(await to(server.url.replace("://", "://owner:right@"))).toBe("mail-accepted");
    expect(server.received[0]?.user).toBe("owner");
    expect(await to(server.url.replace("://", "://owner:wrong@"))).toBe("mail-refused");
    expect(await to(`smtp://127.0.0.1:${await freePort()}`)).toBe("mail-unreachable");
  });

  it.each([
    ["is demanded", false, "", "mail-unencrypted", []],
    ["must be one that can be trusted", true, "", "mail-certificate", []],
    ["is used where there is one", true, "?tls.rejectUnauthorized=false", "mail-accepted", [true]],
    ["is not demanded where the setting says so", false, "?requireTLS=false", "mail-accepted", [false]],
  ] as const)("encryption %s", async (_name, encrypts, query, expected, encrypted) => {
    const asked = encrypts ? encrypting : server;
    expect(await send({ smtpUrl: `smtp://127.0.0.1:${asked.port}${query}` })).toMatchObject({
      class: expected,
    });
    expect(asked.received.map((got) => got.encrypted)).toEqual(encrypted);
  });
});

describe("a mail server that stops answering", () => {
  const sockets: Socket[] = [];
  let silent: Server | undefined;
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    silent?.close();
  });

  /** Says so much, one line for each that comes, and then nothing. */
  async function saying(...lines: string[]): Promise<string> {
    const say = (socket: Socket) => lines.length > 0 && socket.write(`${lines.shift()}\r\n`);
    silent = createServer((socket) => {
      sockets.push(socket.on("error", () => {}).on("data", () => say(socket)));
      say(socket);
    });
    const port = await freePort();
    await once(silent.listen(port, "127.0.0.1"), "listening");
    return `smtp://127.0.0.1:${port}?requireTLS=false`;
  }

  const commands = ["220 hello", "250 hello", "250 ok"];
  it.each([
    ["at once", [], 300, "mail-unreachable"],
    ["after the first commands", [...commands, "250 ok"], 300, "mail-unreachable"],
    ["after it refused the owner's address", [...commands, "550 no such user"], 5_000, "mail-refused"],
    ["after the email was sent", [...commands, "250 ok", "354 go on"], 2_000, "mail-unknown"],
  ])("%s", async (_when, lines, timeoutMs, expected) => {
    expect(await send({ smtpUrl: await saying(...lines), timeoutMs })).toMatchObject({ class: expected });
  });

  it.each(["slow", "hang"] as const)("is not sent to any more once the time is over: %s", async (mode) => {
    server.behave(mode);
    await send({ timeoutMs: 400 });
    await vi.waitFor(() => expect(server.open()).toBe(0));
    expect(server.received).toEqual([]);
  });
});
