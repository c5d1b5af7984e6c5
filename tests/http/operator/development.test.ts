import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { CALL_TO_ACTION } from "~/contractor/shared";
import { freePort } from "../../start-site";
import { ask } from "../post";
import { startReceiver } from "./receiver";

/** `npm run dev` in a copy of the sources, so that neither they nor the last build are touched. */

const folder = mkdtempSync(join(tmpdir(), "development-"));
const STORY = join(folder, "app/contractor/shared.ts");
let dev: ChildProcess;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let origin: string;

/** Whether any process of `npm run dev` is left. */
function isRunning(): boolean {
  try {
    return process.kill(-Number(dev.pid), 0);
  } catch {
    return false;
  }
}

beforeAll(async () => {
  for (const name of ["app", "public", "package.json", "remix.config.js", "tsconfig.json"])
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => path !== join("public", "build") });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const port = await freePort();
  receiver = await startReceiver();
  origin = `http://127.0.0.1:${port}`;
  dev = spawn(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "dev", "--manual"], {
    cwd: folder,
    env: {
      ...{ PATH: process.env.PATH, NODE_ENV: "development" },
      ...{ HOST: "127.0.0.1", PORT: String(port), HEARTBEAT_URL: receiver.url("/beat") },
      // A stop that waits for its deadline takes 65 s: longer than the test waits.
      FORWARD_TIMEOUT_MS: "60000",
    },
    stdio: "ignore",
    // Its server is a process of its own, and ends with the group.
    detached: true,
  });
  await vi.waitFor(() => fetch(`${origin}/healthz`), { timeout: 110_000, interval: 200 });
}, 120_000);

afterAll(() => {
  if (isRunning()) process.kill(-Number(dev.pid), "SIGKILL");
  receiver.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

it("development: no page is cached, a change shows, nobody is called, and Ctrl+C ends it immediately", async () => {
  const [old, changed] = [CALL_TO_ACTION.title, "A line of today"];
  expect((await ask(origin, "/")).text).toContain(old);
  writeFileSync(STORY, readFileSync(STORY, "utf8").replace(old, changed));
  await vi.waitFor(async () => expect((await ask(origin, "/")).text).toContain(changed));
  const { headers } = await ask(origin, "/");
  expect([headers["cache-control"], headers.etag]).toEqual(["no-cache, no-transform", undefined]);
  // Each reload would begin another heartbeat.
  expect(receiver.received).toEqual([]);
  process.kill(-Number(dev.pid), "SIGINT");
  await vi.waitFor(() => expect(isRunning()).toBe(false));
});
