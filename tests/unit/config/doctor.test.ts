import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { checkOutbox } from "~/cli/doctor/check-outbox";
import { checkSettings } from "~/cli/doctor/check-settings";
import { checkSite } from "~/cli/doctor/check-site";
import { type Config, parseConfig } from "~/config/config.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import { reportOn, type SelfReport } from "~/quote/outbox/self-report.server";
import { sampleRequest } from "../submit/sample-request";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A site that is alive, and whose proxy resets every request that `resets` names. */
async function siteThatResets(resets: string): Promise<string> {
  const server = createServer((asked, answer) => {
    if (`${asked.method} ${asked.url}` === resets) return asked.socket.resetAndDestroy();
    if (asked.url === "/healthz") return answer.end("ok\n");
    answer.setHeader("Content-Security-Policy", "x").setHeader("X-Content-Type-Options", "x");
    answer.writeHead(asked.method === "POST" ? 422 : 200).end();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  [{}, "by the forwarding service, and by email what it does not accept"],
  [{ DELIVERY: "both" }, "by the forwarding service and by email, both at once"],
  [{ DELIVERY: "both", FORWARD_URL: "" }, "by email only: DELIVERY is both. Set FORWARD_URL"],
])("says by which channels requests are sent: %o", (settings, text) => {
  const mail = { SMTP_URL: "smtp://mail.dig.example", MAIL_TO: "owner@dig.example" };
  const { config } = parseConfig({ FORWARD_URL: "https://forms.dig.example/ajax/1", ...mail, ...settings });
  const level = text.includes("Set") ? "warn" : "ok";
  expect(checkSettings(config as Config)).toContainEqual({ level, about: "delivery", text });
});

it("a proxy that resets a post is a failed check, and so is one that resets the home page", async () => {
  const post = await checkSite(await siteThatResets("POST /contact"));
  expect(post.map(({ level, about }) => `${level} ${about}`)).toEqual([
    "ok site",
    "warn https",
    "ok headers",
    "fail proxy",
  ]);
  expect(post.at(-1)?.text).toMatch(/^does not respond to a post \((ECONNRESET|UND_ERR_SOCKET)\)/);
  const page = await checkSite(await siteThatResets("GET /"));
  expect(page.map(({ level, about }) => `${level} ${about}`)).toEqual([
    "ok site",
    "warn https",
    "fail headers",
    "ok proxy",
  ]);
});

/** What the site reports. */
const REPORT: SelfReport = {
  ...{ version: "1.0.0", uid: 1000, code: undefined, space: { type: 0xef53, freeMb: 5_000 } },
  counts: { waiting: 0, oldest: undefined, partial: 0, dead: 0 },
  advice: { unwritable: "Make it writable.", unreadable: "Make it readable." },
};

it.each<[string, Partial<SelfReport>, string, string]>([
  ["has room", {}, "ok outbox", "the site wrote, flushed and removed a file in /data"],
  ["is full", { code: "EFULL" }, "fail outbox", "the site cannot keep a request (EFULL). Make it writable."],
  ["cannot be counted", { counts: "EIO" }, "fail requests", "Make it readable. (EIO)"],
  ["is on a disk that tells no size", { space: "EIO" }, "warn disk", "free space is unknown (EIO)"],
  ["has little space", { space: { type: 0, freeMb: 199 } }, "warn disk", "199 MB free, less than 200"],
  [
    "is in memory",
    { space: { type: 16914836, freeMb: 5_000 } },
    "warn disk",
    "/data is in memory (tmpfs), and is empty after a restart",
  ],
])("an outbox that %s", (_, told, about, text) => {
  const found = checkOutbox({ ...REPORT, ...told }, "/data");
  expect(found.map((finding) => [`${finding.level} ${finding.about}`, finding.text])).toContainEqual([
    about,
    text,
  ]);
});

it("what waits or was given up is counted, by the site's own report", async () => {
  const dir = mkdtempSync(join(tmpdir(), "doctor-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const outbox = openOutbox(dir);
  await outbox.store(sampleRequest());
  await outbox.moveToDead(sampleRequest("quote", { phone: "269-555-0100" }), new Date());
  const report = await reportOn(outbox);
  expect(checkOutbox(report, dir).filter(({ about }) => about === "requests")).toMatchObject([
    { level: "warn", text: `1 waiting, the oldest since ${sampleRequest().receivedAt}` },
    { level: "warn", text: expect.stringContaining("1 given up, see `npm run outbox`") },
  ]);
  expect(report).toMatchObject({ uid: process.getuid?.(), space: { freeMb: expect.any(Number) } });
  expect(JSON.stringify(report)).not.toMatch(/269/);
});
