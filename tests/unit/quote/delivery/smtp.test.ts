import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { LOCAL_TIME } from "~/contractor/company";
import { mail } from "~/quote/delivery/channels/smtp.server";
import { SERVICE } from "../../../contractor/offered";
import { type MailServer, startMailServer } from "../../../mail-server";
import { freePort } from "../../../start-site";
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
    ...{ smtpUrl: server.url, to: ["owner@dig.example"], from: "site@dig.example" },
    ...{ siteHost: "dig.example", timeoutMs: 15_000, ...changes },
  });
const withUser = async (user: string) => server.url.replace("://", `://${user}@`);
/** The email of a request with these values. */
async function received(changes: Partial<typeof REQUEST> = {}, more = {}) {
  const attempt = await send({}, { ...sampleQuote("quote", changes), ...more });
  expect(attempt).toMatchObject({ class: "mail-accepted", status: 250 });
  const got = server.received.at(-1);
  if (!got) throw new Error("no email came");
  return got;
}

it("email: it has every field as plain text and the quote's id, and a reply goes to the visitor", async () => {
  const got = await received();
  expect(got).toMatchObject({ from: "site@dig.example", to: ["owner@dig.example"] });
  expect(got.mail).toMatchObject({
    subject: `New Quote Request from Website: ${SERVICE.title}, ${REQUEST.fullName}`,
    replyTo: [{ name: REQUEST.fullName, address: REQUEST.email }],
    messageId: `<${sampleQuote().id}@dig.example>`,
  });
  expect(got.mail.html).toBeUndefined();
  const shown = { ...REQUEST, projectType: SERVICE.title, additionalNotes: "First   \n> Second   \n" };
  for (const value of Object.values(shown)) expect(got.mail.text).toContain(value);
  expect((await received({}, { form: "contact" })).mail.subject).toMatch(/^New Contact Request from /);
});

it("email: it begins with the company's local time as people write it", async () => {
  const { text } = (await received({}, { receivedAt: "2026-07-05T03:05:00Z" })).mail;
  expect(text?.split("   \n").slice(0, 3)).toEqual([
    `Received Saturday, July 4, 2026, 11:05 PM, ${LOCAL_TIME}`,
    `Write to the visitor: mailto:${REQUEST.email}`,
    `\nName: ${REQUEST.fullName}`,
  ]);
});

const long = "x".repeat(5_000);
it.each([
  ["names the service when the visitor made it up", { projectType: "pond" }, /: pond, Renée/],
  ["is one short line when the name is not", { fullName: `Ann \u202e\r\n${long}` }, /, Ann x{96}$/],
  [
    "is one short line when the service is not",
    { projectType: `pond\n\u2028${long}` },
    /: pond x{95}, Renée/,
  ],
])("email: the subject %s", async (_name, changes, subject) => {
  expect((await received(changes)).mail.subject).toMatch(subject);
});

it.each([
  ["a line break in the name", { fullName: "A\r\nBcc: spy@evil.example\r\n\r\nB" }],
  ["a line break in the address", { email: "a@b.example\r\nBcc: spy@evil.example" }],
  ["a second recipient in the name", { fullName: '", <spy@evil.example>, "' }],
  ["a second address", { email: "a,spy@evil.example" }],
])("email: nobody can add a header when there is %s", async (_name, changes) => {
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
])("email: a reply goes to the visitor, or the text says why not, when the address is %s", async (...row) => {
  const [email = "", address] = row.flat();
  const got = await received({ email });
  const replyTo = address ? [{ name: REQUEST.fullName, address }] : undefined;
  expect(got.mail.replyTo).toEqual(replyTo);
  expect(got.mail.text).toContain(`Email: ${email}`);
  expect(got.mail.text).toContain(address ? `visitor: mailto:${address}` : "Write to the address below");
});

it("email: every line ends in three blanks, without which Outlook may join it to the next", async () => {
  const { mail, raw } = await received({
    fullName: "Ann",
    projectLocation: "12 Road",
    additionalNotes: "One\n\nTwo.\n-- ",
  });
  expect(mail.text).toMatch(/^(?:.+ {3}\n|\n)+$/);
  // A server on the way may cut off those that are not encoded.
  expect(raw).not.toMatch(/ $/m);
});

it("email: nothing in it is decoded, or passes for another field, when it is typed so", async () => {
  const { mail, raw } = await received({
    fullName: "=?utf-8?Q?=0D=0ABcc:spy=40evil.example?=",
    projectLocation: "1 Road\u202e\0\rPhone: 555",
    additionalNotes: "All of it.\r\n\r\nPhone: 269 555 0199\nReceived May 2",
  });
  expect(raw.split("\r\n\r\n")[0]).not.toMatch(/=\?utf-8\?Q\?=0D/i);
  expect(mail.subject).toMatch(/, = \?utf-8\?Q\?=0D=0ABcc:spy=40evil\.example\?=$/);
  expect(mail.text).toContain("Project location: 1 Road   \n> Phone: 555   \n");
  expect(mail.text).toContain("All of it.   \n>    \n> Phone: 269 555 0199   \n> Received May 2   \n");
});

it("email: no line is over 998 bytes when the fields are very long", async () => {
  const typed = {
    fullName: `Ann ${"Ä".repeat(20_000)} ${"x".repeat(20_000)}`,
    additionalNotes: `\0${"y".repeat(20_000)}`,
    projectLocation: "z".repeat(5_000),
  };
  const { raw, mail } = await received(typed);
  expect(Math.max(...raw.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(raw).not.toContain("\0");
  expect(mail.replyTo?.[0]?.name?.length).toBeLessThanOrEqual(100);
  for (const value of Object.values(typed)) expect(mail.text).toContain(value.replace("\0", ""));
});

it.each([
  ["refuses", "refuse", "mail-request-refused", 554],
  ["defers", "defer", "mail-deferred", 451],
] as const)("SMTP: the class is right when the server %s (%s): %s", async (_, mode, expected, status) => {
  server.behave(mode);
  expect(await send()).toMatchObject({ class: expected, status });
});

it.each([
  ["mail-accepted", "the user in the address is right", () => withUser("owner:right"), "owner"],
  ["mail-login", "the password is wrong", () => withUser("owner:wrong")],
  ["mail-unreachable", "nobody listens", async () => `smtp://127.0.0.1:${await freePort()}`],
] as const)("SMTP: the class is %s when %s", async (expected, _when, url, user?) => {
  expect(await send({ smtpUrl: await url() })).toMatchObject({ class: expected });
  expect(server.received.map((got) => got.user)).toEqual(user ? [user] : []);
});

it.each([
  ["mail-unencrypted", "there is no encryption", false, "", []],
  ["mail-certificate", "the certificate cannot be trusted", true, "", []],
  ["mail-accepted", "the setting trusts the certificate", true, "?tls.rejectUnauthorized=false", [true]],
  ["mail-accepted", "the setting demands no encryption", false, "?requireTLS=false", [false]],
] as const)("SMTP: the class is %s when %s", async (expected, _when, encrypts, query, encrypted) => {
  const asked = encrypts ? encrypting : server;
  const smtpUrl = `smtp://127.0.0.1:${asked.port}${query}`;
  expect(await send({ smtpUrl })).toMatchObject({ class: expected });
  expect(asked.received.map((got) => got.encrypted)).toEqual(encrypted);
});

const commands = ["220 hello", "250 hello", "250 ok"];
it.each([
  ["mail-unreachable", "at once", [], 300],
  ["mail-unreachable", "after the first commands", [...commands, "250 ok"], 300],
  ["mail-recipient", "after it refused the owner's address", [...commands, "550 no such user"], 15_000],
  ["mail-unknown", "after the email was sent", [...commands, "250 ok", "354 go on"], 5_000],
])("SMTP: the class is %s when the server falls silent %s", async (expected, _when, lines, timeoutMs) => {
  const sockets: Socket[] = [];
  /** Says so much, one line for each that comes, and then nothing. */
  const say = (socket: Socket) => lines.length > 0 && socket.write(`${lines.shift()}\r\n`);
  const silent = createServer((socket) => {
    sockets.push(socket.on("error", () => {}).on("data", () => say(socket)));
    say(socket);
  });
  await once(silent.listen(0, "127.0.0.1"), "listening");
  const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}?requireTLS=false`;
  expect(await send({ smtpUrl, timeoutMs })).toMatchObject({ class: expected });
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it.each([
  ["mail-partly-accepted", ["nobody@dig.example", "owner@dig.example"], [["owner@dig.example"]]],
  ["mail-recipient", ["nobody@dig.example"], []],
] as const)("SMTP: the class is %s when it is sent to %o", async (expected, to, received) => {
  expect(await send({ to })).toMatchObject({ class: expected });
  expect(server.received.map((got) => got.to)).toEqual(received);
});

it.each(["slow", "hang"] as const)("SMTP: nothing is sent after the time limit when %s", async (mode) => {
  server.behave(mode);
  await send({ timeoutMs: 400 });
  await vi.waitFor(() => expect(server.open()).toBe(0));
  expect(server.received).toEqual([]);
});
