import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../../../package.json";
import { BARE_ENV } from "../../clock.mjs";
import { START_ARGS } from "../../node-flags.mjs";
import { freePort, startSite } from "../../start-site";
import { ask, postForm } from "../post";
import { HANGING_DISK } from "../quote/hanging-disk";

/** What a start says that cannot end well: to people, in one line, with what to do. */

let folder: string;
let taken: [Server, Server];
let takenPort: string;

/** Holds a port of the loopback; where somebody else has it already, it is taken all the same. */
const hold = (port: number) =>
  new Promise<Server>((done) => {
    const server = createServer();
    server.once("error", () => done(server));
    server.listen(port, "127.0.0.1", () => done(server));
  });

beforeAll(async () => {
  taken = await Promise.all([hold(3000), hold(0)]);
  takenPort = String((taken[1].address() as { port: number }).port);
});
afterAll(() => {
  for (const server of taken) server.close();
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

const NPM_START = packageJson.scripts.start.split(" ").slice(1);

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

describe("a port that is taken", () => {
  const advice = "Stop the program that uses it, or set PORT to another one.";

  it.each<Record<string, string>>([{}, { PORT: "" }, { PORT: " " }])(
    "is 3000 with %o, and no other is taken",
    (env) => {
      expect(start(env)).toEqual(oneLine(`port 3000 is taken. ${advice}`));
    },
  );

  it("is the one that PORT names", () => {
    expect(start({ PORT: takenPort })).toEqual(oneLine(`port ${takenPort} is taken. ${advice}`));
  });

  it("is the one that .env names, with npm start", () => {
    const cwd = checkout("build", "public");
    writeFileSync(join(cwd, ".env"), `PORT=${takenPort}\n`);
    expect(start({}, cwd, NPM_START)).toEqual(oneLine(`port ${takenPort} is taken. ${advice}`));
  });
});

describe("a HOST", () => {
  const advice = "Set HOST to an address of this machine, or leave it unset to listen on all of them.";

  it("that is not found", () => {
    const HOST = "no-such-host.invalid";
    expect(start({ HOST, PORT: takenPort })).toEqual(oneLine(`HOST=${HOST} is not found. ${advice}`));
  });

  it("that is another machine's", () => {
    expect(start({ HOST: "203.0.113.7", PORT: takenPort })).toEqual(
      oneLine(`HOST=203.0.113.7 is not an address of this machine. ${advice}`),
    );
  });
});

describe("a build that is missing", () => {
  const advice = "Run `npm run build`; in a container, build the image again.";

  it.each([
    ["build/index.js", ["public"]],
    ["public/build", ["build", "public/images"]],
  ])("%s is named", (missing, parts) => {
    const cwd = checkout(...parts);
    expect(existsSync(join(cwd, missing))).toBe(false);
    for (const args of [START_ARGS, NPM_START])
      expect(start({ PORT: takenPort }, cwd, args)).toEqual(oneLine(`${missing} is missing. ${advice}`));
  });
});

it.each(["doctor", "outbox"])("`npm run %s` without a build says what to do", (command) => {
  const args = packageJson.scripts[command as "doctor" | "outbox"].split(" ").slice(1);
  const stderr = `build/${command}.js is missing. Run \`npm run build\`.\n`;
  expect(start({}, checkout("public"), args)).toEqual({ status: 1, stderr });
});

it("with VALKEY_URL still set neither the site nor a command runs, and the password is not shown", () => {
  const VALKEY_URL = "redis://:s3cret@valkey.dig.example:6379";
  for (const args of [START_ARGS, ["build/outbox.js"], ["build/doctor.js"]]) {
    const { status, stderr } = start({ VALKEY_URL, PORT: takenPort }, ".", args);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The site did not start: .*\n {2}VALKEY_URL .* 0 waiting, .*\n/);
    expect(stderr).not.toContain("s3cret");
  }
});

it("a remix-serve to which the policy cannot attach serves nothing", async () => {
  const serve = resolve("node_modules/@remix-run/serve/package.json");
  const other = `
    import { createRequire } from "node:module";
    const { application } = createRequire("${serve}")("express");
    const { listen } = application;
    Object.defineProperty(application, "listen", { get: () => listen, set: () => {} });`;
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(other)}`;
  expect(start({ NODE_OPTIONS, PORT: String(await freePort()) })).toEqual(
    oneLine(
      "its policy cannot attach to this version of @remix-run/serve. Install the modules again with `npm ci`.",
    ),
  );
});

describe("a start says aloud", () => {
  it("that FORWARD_URL is still a sample; requests are stored all the same", async () => {
    const FORWARD_URL = "https://formsubmit.co/ajax/YOUR-FORM-ID";
    const site = await startSite({ FORWARD_URL });
    const advice = "These still hold the samples from .env.example and count as not set. Set or remove them.";
    expect(site.events("settings.sample")).toMatchObject([
      { level: "error", settings: ["FORWARD_URL"], advice },
    ]);
    expect((await postForm(site.url, "/quote")).status).toBe(303);
    expect(await site.waiting()).toHaveLength(1);
    await site.end();
  });

  const blocked = () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    return file;
  };

  it("which version runs, what to do about an outbox that cannot be written to, and nothing of what is not so", async () => {
    const OUTBOX_DIR = blocked();
    const site = await startSite({ OUTBOX_DIR, FORWARD_URL: "https://forms.example/ajax/1f0c9a" });
    await expect.poll(() => site.events("outbox.unwritable")).toHaveLength(1);
    const [first = ""] = site.output().split("\n");
    expect(JSON.parse(first)).toMatchObject({
      level: "info",
      event: "site.started",
      version: packageJson.version,
      node: process.versions.node,
    });
    const advice = `Requests cannot be saved in ${OUTBOX_DIR}. Make it writable, free disk space, mount its volume, or check the disk if it hangs (ETIMEDOUT).`;
    expect(site.events("outbox.unwritable")).toMatchObject([{ level: "error", code: "ENOTDIR", advice }]);
    expect(site.events("relay.unconfigured")).toEqual([]);
    expect(site.events("settings.sample")).toEqual([]);
    await site.end();
  });

  it("what to do about an outbox that hangs, and serves all the same", async () => {
    const site = await startSite({ OUTBOX_DIR: "/hangs", NODE_OPTIONS: HANGING_DISK });
    await expect.poll(() => site.events("outbox.unwritable"), { timeout: 10_000 }).toHaveLength(1);
    const advice =
      "Requests cannot be saved in /hangs. Make it writable, free disk space, mount its volume, or check the disk if it hangs (ETIMEDOUT).";
    expect(site.events("outbox.unwritable")).toMatchObject([{ level: "error", code: "ETIMEDOUT", advice }]);
    expect((await fetch(site.url)).status).toBe(200);
    await site.end();
  });

  it("that requests are neither kept nor sent, where both are so; readyz answers 503", async () => {
    const site = await startSite({ OUTBOX_DIR: blocked() });
    await expect.poll(() => site.events("relay.unconfigured")).toHaveLength(1);
    const advice =
      "FORWARD_URL is not set and nothing can be saved, so every visitor is asked to call. Set it, and fix outbox.unwritable.";
    expect(site.events("relay.unconfigured")).toMatchObject([{ level: "error", advice }]);
    expect((await postForm(site.url, "/quote")).status).toBe(503);
    // For those who watch: it is alive, and not ready.
    expect((await ask(site.url, "/healthz")).status).toBe(200);
    const { status, text } = await ask(site.url, "/readyz");
    expect([status, text]).toEqual([503, '{"outbox":"unwritable"}']);
    await site.end();
  });
});
