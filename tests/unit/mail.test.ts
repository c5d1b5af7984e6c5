import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { mail } from "~/quote/mail.server";
import { type MailServer, startMailServer } from "../mail-server";
import { freePort } from "../start-site";
import { REQUEST, sampleEnvelope } from "./sample-envelope";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
beforeEach(() => {
  server.behave("accept");
  server.received.length = 0;
});
afterAll(() => server.close());

const settings = (changes = {}) => ({
  smtpUrl: server.url,
  to: "owner@dig.example",
  from: "site@dig.example",
  siteHost: "dig.example",
  timeoutMs: 5_000,
  ...changes,
});

it("mails every field as plain text, answerable to the visitor, under the request's own id", async () => {
  const envelope = sampleEnvelope();
  expect(await mail(envelope, settings())).toMatchObject({ class: "mail-accepted", status: 250 });
  const [got] = server.received;
  expect(got).toMatchObject({ from: "site@dig.example", to: ["owner@dig.example"] });
  expect(got?.mail).toMatchObject({
    subject: "New Quote Request from Website",
    replyTo: [{ name: REQUEST.fullName, address: REQUEST.email }],
    messageId: `<${envelope.id}@dig.example>`,
  });
  expect(got?.mail.html).toBeUndefined();
  for (const value of Object.values(REQUEST)) expect(got?.mail.text).toContain(value);
});

it("has the contact form's own subject", async () => {
  await mail(sampleEnvelope("contact"), settings());
  expect(server.received[0]?.mail.subject).toBe("New Contact Request from Website");
});

it("signs in with the user of the address", async () => {
  const smtpUrl = server.url.replace("://", "://owner:right@");
  expect(await mail(sampleEnvelope(), settings({ smtpUrl }))).toMatchObject({ class: "mail-accepted" });
  expect(server.received[0]?.user).toBe("owner");
});

it.each([
  ["a line break in the name", { fullName: "A\r\nBcc: spy@evil.example\r\n\r\nB" }],
  ["a line break in the address", { email: "a@b.example\r\nBcc: spy@evil.example" }],
  ["a second recipient in the name", { fullName: '", <spy@evil.example>, "' }],
  ["a second address", { email: "a,spy@evil.example" }],
])("lets nobody write a header: %s", async (_name, changes) => {
  expect(await mail(sampleEnvelope("quote", changes), settings())).toMatchObject({ class: "mail-accepted" });
  const [got] = server.received;
  expect(got?.to).toEqual(["owner@dig.example"]);
  expect(got?.mail.bcc).toBeUndefined();
  expect(got?.mail.subject).toBe("New Quote Request from Website");
});

it.each([
  ["refuse", "mail-refused", 554],
  ["defer", "mail-deferred", 451],
  ["hang", "mail-unknown", undefined],
] as const)("a server that does this: %s", async (mode, expected, status) => {
  server.behave(mode);
  expect(await mail(sampleEnvelope(), settings({ timeoutMs: 1_000 }))).toMatchObject({
    class: expected,
    status,
  });
});

it("a wrong password is refused; a server that is not there, unreachable", async () => {
  const wrong = server.url.replace("://", "://owner:wrong@");
  expect(await mail(sampleEnvelope(), settings({ smtpUrl: wrong }))).toMatchObject({ class: "mail-refused" });
  const nobody = `smtp://127.0.0.1:${await freePort()}`;
  expect(await mail(sampleEnvelope(), settings({ smtpUrl: nobody }))).toMatchObject({
    class: "mail-unreachable",
  });
});
