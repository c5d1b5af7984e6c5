import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { checkOutbox } from "~/monitoring/checks/check-outbox.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../intake/sample-quote";

/** An outbox in memory with a request that waits, and one that was given up. */
async function makeOutbox(options = {}) {
  const dir = mkdtempSync("/dev/shm/doctor-");
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const outbox = openFolder(dir, options);
  await outbox.update(sampleQuote());
  await outbox.markDead(gaveUp(sampleQuote("quote", { phone: "269-555-0100" }), new Date()));
  await outbox.snapshot();
  return outbox;
}

it("an outbox that is full, in memory, and holds files that are no request is reported, and nobody is named", async () => {
  const outbox = await makeOutbox({ maxWaiting: 1 });
  writeFileSync(join(outbox.dir, "new", "half.json"), "{");
  writeFileSync(join(outbox.dir, "new", "copy.json"), JSON.stringify(sampleQuote()));
  const found = await checkOutbox(outbox);
  const lines = found.map(({ level, about, text }) => `${level} ${about}: ${text}`);
  expect(lines).toEqual([
    expect.stringMatching(/^fail outbox: .*\(EFULL\)$/),
    `warn requests: 1 waiting, the oldest since ${sampleQuote().receivedAt}`,
    "fail requests: 2 damaged and not sent, see `npm run outbox`",
    expect.stringMatching(/^warn requests: 1 given up, see `npm run outbox`/),
    expect.stringMatching(/^warn disk: .* in memory \(tmpfs\)/),
  ]);
  expect(lines.join()).not.toMatch(/Ren|555/);
});

it("an outbox whose disk tells no size, and whose requests cannot be counted, is still reported", async () => {
  const outbox = await makeOutbox();
  const refused = Object.assign(new Error("refused"), { code: "EIO" });
  const broken = { ...outbox, dir: join(outbox.dir, "nowhere"), snapshot: () => Promise.reject(refused) };
  const text = `Waiting requests cannot be read, so nothing is sent again. Make ${outbox.dir} readable. (EIO)`;
  expect(await checkOutbox(broken)).toMatchObject([
    { level: "ok", about: "outbox" },
    { level: "fail", about: "requests", text },
    { level: "warn", about: "disk", text: expect.stringContaining("(ENOENT)") },
  ]);
});
