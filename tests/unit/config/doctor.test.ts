import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { checkSettings } from "~/cli/doctor/check-settings";
import { checkSite } from "~/cli/doctor/check-site";
import { type Config, parseConfig } from "~/config/config.server";
import { checkOutbox } from "~/monitoring/checks/check-outbox.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
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
  [{}, "by the forwarding service; by email if it does not accept"],
  [{ MAIL_AFTER_S: "0" }, "by the forwarding service and by email, both at once"],
  [{ FORWARD_URL: "" }, "by email"],
])("says by which channels requests are sent: %o", (settings, text) => {
  const mail = { SMTP_URL: "smtp://mail.dig.example", MAIL_TO: "owner@dig.example" };
  const { config } = parseConfig({ FORWARD_URL: "https://forms.dig.example/ajax/1", ...mail, ...settings });
  expect(checkSettings(config as Config)).toContainEqual({ level: "ok", about: "delivery", text });
});

it("a proxy that resets a post is a failed check, and so is one that resets the home page", async () => {
  const post = await checkSite(await siteThatResets("POST /contact"), "ENOENT");
  expect(post.map(({ level, about }) => `${level} ${about}`)).toEqual([
    "ok site",
    "warn https",
    "ok headers",
    "fail proxy",
  ]);
  expect(post.at(-1)?.text).toMatch(/^does not respond to a post \((ECONNRESET|UND_ERR_SOCKET)\)/);
  const page = await checkSite(await siteThatResets("GET /"), "ENOENT");
  expect(page.map(({ level, about }) => `${level} ${about}`)).toEqual([
    "ok site",
    "warn https",
    "fail headers",
    "ok proxy",
  ]);
});

/** An outbox with a request that waits, and one that was given up. */
async function outboxIn(place: string, options = {}) {
  const dir = mkdtempSync(join(place, "doctor-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const outbox = openOutbox(dir, options);
  await outbox.store(sampleRequest());
  await outbox.moveToDead(sampleRequest("quote", { phone: "269-555-0100" }), new Date());
  await outbox.index();
  return outbox;
}

it("an outbox whose disk tells no size, and whose requests cannot be counted, is still reported", async () => {
  const outbox = await outboxIn(tmpdir());
  const refused = Object.assign(new Error("refused"), { code: "EIO" });
  const broken = { ...outbox, dir: join(outbox.dir, "nowhere"), index: () => Promise.reject(refused) };
  expect(await checkOutbox(broken)).toMatchObject([
    { level: "ok", about: "outbox" },
    {
      level: "fail",
      about: "requests",
      text: `Waiting requests cannot be read, so nothing is sent again. Make ${outbox.dir} readable. (EIO)`,
    },
    { level: "warn", about: "disk", text: expect.stringContaining("(ENOENT)") },
  ]);
});

it("an outbox that is full fails; what waits or was given up is counted, and nobody is named", async () => {
  const found = await checkOutbox(await outboxIn(tmpdir(), { mostWaiting: 1 }));
  expect(found.filter(({ about }) => about !== "disk")).toMatchObject([
    { level: "fail", about: "outbox", text: expect.stringContaining("(EFULL)") },
    { level: "warn", about: "requests", text: `1 waiting, the oldest since ${sampleRequest().receivedAt}` },
    { level: "warn", about: "requests", text: expect.stringContaining("1 given up, see `npm run outbox`") },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/Ren|269/);
});

it("requests that cannot be read are not sent, so they fail, and are not among those that wait", async () => {
  const outbox = await outboxIn(tmpdir());
  for (const name of ["half", `copy of ${sampleRequest().id}`])
    writeFileSync(
      join(outbox.dir, "new", `${name}.json`),
      name === "half" ? "{" : JSON.stringify(sampleRequest()),
    );
  const found = await checkOutbox(outbox);
  const text = "2 damaged and not sent, see `npm run outbox`";
  expect(found).toContainEqual({ level: "fail", about: "requests", text });
  expect(found[1]).toMatchObject({ level: "warn", text: expect.stringMatching(/^1 waiting/) });
});

it("an outbox in memory is warned of", async () => {
  const found = await checkOutbox(await outboxIn("/dev/shm"));
  expect(found).toContainEqual(
    expect.objectContaining({
      level: "warn",
      about: "disk",
      text: expect.stringContaining("memory (tmpfs)"),
    }),
  );
});
