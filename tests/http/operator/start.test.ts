import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import packageJson from "../../../package.json";
import { BARE_ENV } from "../../clock.mjs";
import { START_ARGS } from "../../node-flags.mjs";
import { freePort, startSite } from "../../start-site";
import { ask, postForm } from "../post";
import { HANGING_DISK } from "../quote/hanging-disk";

/** What a start says that cannot end well: to people, in one line, with what to do. */

let folder: string;
let takenPort: string;
const [other, usual] = [createServer(), createServer()];
beforeAll(async () => {
  await once(other.listen(0, "127.0.0.1"), "listening");
  // Where somebody else has this one already, it is taken all the same.
  await once(usual.listen(3000, "127.0.0.1"), "listening").catch(() => {});
  takenPort = String((other.address() as AddressInfo).port);
});
afterAll(() => {
  other.close();
  usual.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
  return () => rmSync(folder, { recursive: true });
});

/** A checkout that shares these of its parts with the project. */
function checkout(...parts: string[]): string {
  for (const part of ["app", "node_modules", "package.json", ...parts]) {
    mkdirSync(join(folder, part, ".."), { recursive: true });
    symlinkSync(resolve(part), join(folder, part));
  }
  return folder;
}

const argsOf = (script: "start" | "doctor" | "outbox") => packageJson.scripts[script].split(" ").slice(1);

/** Starts the site as the image does; it must end by itself. */
function start(env: Record<string, string>, cwd = ".", args = START_ARGS) {
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...BARE_ENV, HOST: "127.0.0.1", OUTBOX_DIR: folder, ...env },
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stderr };
}

const oneLine = (text: string) => ({ status: 1, stderr: `The site did not start: ${text}\n` });

const TAKEN = "Stop the program that uses it, or set PORT to another one.";
const HOSTS = "Set HOST to one, or leave it unset to listen on all.";

// On port 3000, and no other instead, where PORT is not set or blank.
it.each<[env: Record<string, string>, said: string]>([
  [{}, `port 3000 is taken. ${TAKEN}`],
  [{ PORT: " " }, `port 3000 is taken. ${TAKEN}`],
  [{ HOST: "203.0.113.7" }, `HOST=203.0.113.7 is not an address of this machine (EADDRNOTAVAIL). ${HOSTS}`],
  [{ HOST: "no such host" }, `HOST=no such host is not an address of this machine (ENOTFOUND). ${HOSTS}`],
])("start: it says why it cannot listen when it gets %j", (env, said) => {
  expect(start(env)).toEqual(oneLine(said));
});

it("start: it says why it cannot listen when .env names a port that is taken", () => {
  const cwd = checkout("build", "public");
  writeFileSync(join(cwd, ".env"), `PORT=${takenPort}\n`);
  expect(start({}, cwd, argsOf("start"))).toEqual(oneLine(`port ${takenPort} is taken. ${TAKEN}`));
});

it.each([
  ["build/index.js", ["public"], START_ARGS],
  ["public/build", ["build", "public/images"], argsOf("start")],
  ["build/doctor.js", ["public"], argsOf("doctor")],
  ["build/outbox.js", ["public"], argsOf("outbox")],
])("start: the missing file is named with advice when the build lacks %s", (missing, parts, args) => {
  const { status, stderr } = start({ PORT: takenPort }, checkout(...parts), args);
  expect(status).toBe(1);
  expect(stderr).toContain(`${missing} is missing. Run \`npm run build\``);
});

it("start: a mistyped name is named when the site refuses to start without the setting", () => {
  const { status, stderr } = start({
    SITE_URL: "https://dig.example",
    FORWAD_URL: "https://forms.example/1",
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^FORWAD_URL is not a setting\. Did you mean FORWARD_URL\?\nThe site did not start: 1 invalid setting\.\n/,
  );
});

it("start: neither site nor command runs, and no password shows, when VALKEY_URL is still set", () => {
  const VALKEY_URL = "redis://:s3cret@valkey.dig.example:6379";
  for (const args of [START_ARGS, ["build/outbox.js"], ["build/doctor.js"]]) {
    const { status, stderr } = start({ VALKEY_URL, PORT: takenPort }, ".", args);
    expect(status).toBe(1);
    expect(stderr.startsWith("The site did not start: ")).toBe(args === START_ARGS);
    expect(stderr).toMatch(/^.*1 invalid setting.*\n {2}VALKEY_URL .* 0 waiting, .*\n/);
    expect(stderr).not.toContain("s3cret");
  }
});

it("start: nothing is served when the policy cannot attach to remix-serve", async () => {
  const serve = resolve("node_modules/@remix-run/serve/package.json");
  const other = `
    import { createRequire } from "node:module";
    const { application } = createRequire("${serve}")("express");
    const { listen } = application;
    Object.defineProperty(application, "listen", { get: () => listen, set: () => {} });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(other)}`;
  const { status, stderr } = start({ NODE_OPTIONS, PORT: String(await freePort()) });
  const said =
    "its policy cannot attach to this version of @remix-run/serve. Install the modules again with `npm ci`.";
  expect({ status, stderr }).toEqual(oneLine(said));
});

it("start: it logs the version and both problems, and serves, when the disk hangs and nothing is set", async () => {
  const site = await startSite({ OUTBOX_DIR: "/hangs", NODE_OPTIONS: HANGING_DISK });
  const [first = ""] = site.output().split("\n");
  const { version } = packageJson;
  const started = { level: "info", event: "site.started", version, node: process.versions.node };
  expect(JSON.parse(first)).toMatchObject(started);
  await expect.poll(() => site.began("storage.unwritable")).toHaveLength(1);
  const unkept = "Requests cannot be saved in /hangs. The disk does not respond: check it.";
  const text = expect.stringContaining("(ETIMEDOUT)");
  expect(site.began("storage.unwritable")).toMatchObject([{ level: "error", text, advice: unkept }]);
  const unsent = { level: "error", text: "Requests are saved but not sent." };
  await expect.poll(() => site.began("settings.delivery")).toMatchObject([unsent]);
  expect((await ask(site.url, "/")).status).toBe(200);
  expect((await postForm(site.url, "/quote")).status).toBe(503);
  // For those who watch: it is alive, and not ready.
  expect((await ask(site.url, "/healthz")).status).toBe(200);
  const ready = await ask(site.url, "/readyz");
  expect([ready.status, ready.text]).toEqual([503, '{"outbox":"unwritable"}']);
  await site.end();
});
