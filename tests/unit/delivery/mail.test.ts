import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mail } from "~/quote/delivery/mail.server";
import { type MailServer, startMailServer } from "../../mail-server";
import { freePort } from "../../start-site";
import { REQUEST, sampleRequest } from "../submit/sample-request";

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
  const stored = sampleRequest();
  expect(await mail(stored, settings())).toMatchObject({ class: "mail-accepted", status: 250 });
  const [got] = server.received;
  expect(got).toMatchObject({ from: "site@dig.example", to: ["owner@dig.example"] });
  expect(got?.mail).toMatchObject({
    subject: "New Quote Request from Website: Pool Excavation, Renée O’Brien – 水",
    replyTo: [{ name: REQUEST.fullName, address: REQUEST.email }],
    messageId: `<${stored.id}@dig.example>`,
  });
  expect(got?.mail.html).toBeUndefined();
  for (const value of Object.values(REQUEST)) expect(got?.mail.text).toContain(value);
});

it("has a subject of its own for each customer, so that no mailbox shows two of them as one conversation", async () => {
  const ann = { fullName: "Ann Miller", projectType: "septic-drain-field" };
  await mail(sampleRequest("quote", ann), settings());
  await mail(sampleRequest("contact", { fullName: "Bob Miller", projectType: "other" }), settings());
  expect(server.received.map(({ mail: { subject } }) => subject)).toEqual([
    "New Quote Request from Website: Septic & Drain Field Installation, Ann Miller",
    "New Contact Request from Website: Other, Bob Miller",
  ]);
});

it("shows the owner a project type that a visitor made up, in one short line", async () => {
  const long = "x".repeat(5_000);
  await mail(sampleRequest("quote", { projectType: "pond", fullName: `Ann \u202e\r\n${long}` }), settings());
  await mail(sampleRequest("quote", { projectType: `pond\r\n\u2028${long}`, fullName: "Ann" }), settings());
  expect(server.received.map(({ mail: { subject } }) => subject)).toEqual([
    `New Quote Request from Website: pond, Ann ${"x".repeat(96)}`,
    `New Quote Request from Website: pond ${"x".repeat(95)}, Ann`,
  ]);
});

it.each([
  ["2026-11-23T17:48:59Z", "Monday, November 23, 2026, 12:48 PM"],
  ["2026-07-05T03:05:00Z", "Saturday, July 4, 2026, 11:05 PM"],
])("begins with the time in Michigan, as people write it: %s", async (receivedAt, time) => {
  await mail({ ...sampleRequest(), receivedAt }, settings());
  expect(server.received[0]?.mail.text).toMatch(
    new RegExp(`^Received ${time}, Michigan time\\n\\nName: ${REQUEST.fullName}\\n`),
  );
});

it("signs in with the user of the address", async () => {
  const smtpUrl = server.url.replace("://", "://owner:right@");
  expect(await mail(sampleRequest(), settings({ smtpUrl }))).toMatchObject({ class: "mail-accepted" });
  expect(server.received[0]?.user).toBe("owner");
});

it.each([
  ["a line break in the name", { fullName: "A\r\nBcc: spy@evil.example\r\n\r\nB" }],
  ["a line break in the address", { email: "a@b.example\r\nBcc: spy@evil.example" }],
  ["a second recipient in the name", { fullName: '", <spy@evil.example>, "' }],
  ["a second address", { email: "a,spy@evil.example" }],
])("lets nobody write a header: %s", async (_name, changes) => {
  expect(await mail(sampleRequest("quote", changes), settings())).toMatchObject({ class: "mail-accepted" });
  const [got] = server.received;
  expect(got?.to).toEqual(["owner@dig.example"]);
  expect(got?.mail.bcc).toBeUndefined();
  expect(got?.raw.split("\r\n\r\n")[0]).not.toMatch(/^Bcc/im);
  expect(got?.mail.subject).toMatch(/^New Quote Request from Website: Pool Excavation, \P{Cc}+$/u);
});

it.each([
  ["refuse", "mail-request-refused", 554],
  ["defer", "mail-deferred", 451],
  ["hang", "mail-unknown", undefined],
] as const)("a server that does this: %s", async (mode, expected, status) => {
  server.behave(mode);
  expect(await mail(sampleRequest(), settings({ timeoutMs: 2_000 }))).toMatchObject({
    class: expected,
    status,
  });
});

it("a wrong password is refused; a server that is not there, unreachable", async () => {
  const wrong = server.url.replace("://", "://owner:wrong@");
  expect(await mail(sampleRequest(), settings({ smtpUrl: wrong }))).toMatchObject({ class: "mail-refused" });
  const nobody = `smtp://127.0.0.1:${await freePort()}`;
  expect(await mail(sampleRequest(), settings({ smtpUrl: nobody }))).toMatchObject({
    class: "mail-unreachable",
  });
});

describe("Reply-To", () => {
  it.each([
    ["ann@example.com", "ann@example.com"],
    ["o'brien+quote@mail.example.com", "o'brien+quote@mail.example.com"],
    ["ann@exämple.de", "ann@xn--exmple-cua.de"],
  ])("is the visitor's address where SMTP takes it: %s", async (email, address) => {
    await mail(sampleRequest("quote", { email }), settings());
    expect(server.received[0]?.mail.replyTo).toEqual([{ name: REQUEST.fullName, address }]);
    expect(server.received[0]?.mail.text).toContain("Reply to this email to write to the visitor.");
  });

  it.each([
    "jürgen@example.com",
    "a,spy@evil.example",
    "ann.@example.com",
    "(ann)@example.com",
    "ann@exa_mple.com",
    `${"a".repeat(65)}@example.com`,
    `ann@${"example.".repeat(40)}com`,
  ])("is left out for an address that SMTP does not take: %s", async (email) => {
    expect(await mail(sampleRequest("quote", { email }), settings())).toMatchObject({
      class: "mail-accepted",
    });
    const [got] = server.received;
    expect(got?.mail.replyTo).toBeUndefined();
    expect(got?.raw).not.toMatch(/^Reply-To/im);
    expect(got?.mail.text).toContain(`Email: ${email}`);
    expect(got?.mail.text).toContain("Write to the address above");
  });
});

it("has no line over the limit of 998 bytes, whatever is how long", async () => {
  const fullName = `Ann ${"Ä".repeat(20_000)} ${"x".repeat(20_000)}`;
  const changes = {
    fullName,
    additionalNotes: `\0${"y".repeat(20_000)}`,
    projectLocation: "z".repeat(5_000),
  };
  expect(await mail(sampleRequest("quote", changes), settings())).toMatchObject({ class: "mail-accepted" });
  const [got] = server.received;
  expect(Math.max(...(got?.raw ?? "").split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(got?.raw).not.toContain("\0");
  expect(got?.mail.replyTo?.[0]?.name?.length).toBeLessThanOrEqual(100);
  for (const value of Object.values(changes)) expect(got?.mail.text).toContain(value);
});

describe("encryption", () => {
  let encrypting: MailServer;
  beforeAll(async () => {
    encrypting = await startMailServer({ starttls: true });
  });
  afterAll(() => encrypting.close());

  const at = ({ port }: MailServer, query = "") => settings({ smtpUrl: `smtp://127.0.0.1:${port}${query}` });

  it("is demanded: a mail server without it gets nothing", async () => {
    expect(await mail(sampleRequest(), at(server))).toMatchObject({
      class: "mail-unencrypted",
      code: "ETLS",
    });
    expect(server.received).toEqual([]);
  });

  it("must be one that can be trusted", async () => {
    expect(await mail(sampleRequest(), at(encrypting))).toMatchObject({ class: "mail-unencrypted" });
    expect(encrypting.received).toEqual([]);
  });

  it("is used where there is one", async () => {
    const attempt = await mail(sampleRequest(), at(encrypting, "?tls.rejectUnauthorized=false"));
    expect(attempt).toMatchObject({ class: "mail-accepted" });
    expect(encrypting.received).toMatchObject([{ encrypted: true }]);
  });

  it("is not demanded where the setting says so", async () => {
    const attempt = await mail(sampleRequest(), at(server, "?requireTLS=false"));
    expect(attempt).toMatchObject({ class: "mail-accepted" });
    expect(server.received).toMatchObject([{ encrypted: false }]);
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
    silent = createServer((socket) => {
      sockets.push(socket);
      socket.on("error", () => {});
      const say = () => {
        const line = lines.shift();
        if (line) socket.write(`${line}\r\n`);
      };
      socket.on("data", say);
      say();
    });
    const port = await freePort();
    await new Promise<void>((resolve) => silent?.listen(port, "127.0.0.1", resolve));
    return `smtp://127.0.0.1:${port}?requireTLS=false`;
  }

  it.each([
    ["at once", []],
    ["after its greeting", ["220 hello"]],
    ["after the first commands", ["220 hello", "250 hello", "250 ok", "250 ok"]],
  ])("before the mail was sent is unreachable: silent %s", async (_when, lines) => {
    const smtpUrl = await saying(...lines);
    expect(await mail(sampleRequest(), settings({ smtpUrl, timeoutMs: 300 }))).toMatchObject({
      class: "mail-unreachable",
    });
  });

  it("after it refused the owner's address has refused, whatever the request says", async () => {
    const smtpUrl = await saying("220 hello", "250 hello", "250 ok", "550 no such user");
    expect(await mail(sampleRequest(), settings({ smtpUrl }))).toMatchObject({
      class: "mail-refused",
      status: 550,
    });
  });

  it("after the mail was sent may have it", async () => {
    const smtpUrl = await saying("220 hello", "250 hello", "250 ok", "250 ok", "354 go on");
    expect(await mail(sampleRequest(), settings({ smtpUrl, timeoutMs: 2_000 }))).toMatchObject({
      class: "mail-unknown",
    });
  });

  it.each(["slow", "hang"] as const)("is not sent to any more once the time is over: %s", async (mode) => {
    server.behave(mode);
    await mail(sampleRequest(), settings({ timeoutMs: 400 }));
    await vi.waitFor(() => expect(server.open()).toBe(0));
    expect(server.received).toEqual([]);
  });
});
