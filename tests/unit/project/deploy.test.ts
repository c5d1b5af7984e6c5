import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json";

/** What the files for deployment promise each other, and what would fail only once a site is live. */

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("compose.yaml");
const workflow = read(".github/workflows/ci.yml");
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
const service = read("deploy/excavation-website.service");
const set = (name: string, text = service) => all(new RegExp(`^${name}=(.*)$`, "gm"), text).join();
/** How long a stop takes, in seconds. */
const deadline = Number(all(/DEADLINE_MS = (\d+)_000/g, read("app/http/connections.server.ts")));

it("compose names the images of others by an exact version", () => {
  expect(all(/^\s*image: (\w+:.*)$/gm, compose + read("compose.scale.yaml"))).toEqual([
    expect.stringMatching(/^caddy:\d+\.\d+\.\d+$/),
    expect.stringMatching(/^postgres:\d+\.\d+$/),
  ]);
});

it("nothing is killed before it has stopped: the site in its container or under systemd, and Caddy", () => {
  const [site = 0, caddy = 0] = all(/stop_grace_period: (\d+)s/g, compose).map(Number);
  expect(site).toBeGreaterThan(deadline);
  expect(Number(set("TimeoutStopSec"))).toBeGreaterThan(deadline);
  expect(caddy).toBeGreaterThan(Number(all(/grace_period (\d+)s/g, read("deploy/Caddyfile"))));
});

describe("the systemd unit", () => {
  const nginx = read("deploy/nginx.conf");

  it("runs what npm start runs, without .env", () => {
    const start = packageJson.scripts.start.replace("--import ./app/start/dotenv.mjs ", "");
    expect(set("ExecStart")).toBe(`/usr/bin/${start}`);
  });

  it("listens where nginx asks", () => {
    expect(all(/proxy_pass http:\/\/(.*);/g, nginx)).toEqual(["127.0.0.1:3000"]);
  });

  it("nginx waits longer than the slowest request and a stop take", () => {
    expect(Number(all(/proxy_read_timeout (\d+)s/g, nginx))).toBeGreaterThan(60 + deadline);
  });

  const unit = "deploy/excavation-website.service";
  const analyze = spawnSync("systemd-analyze", ["security", "--offline=true", unit], { encoding: "utf8" });
  it.skipIf(analyze.error)("is exposed as little as docs/without-docker.md states", () => {
    const [exposure = ""] = all(/excavation-website\.service: (\d+\.\d)/g, analyze.stdout);
    expect(Number.parseFloat(exposure)).toBeLessThanOrEqual(1.5);
  });
});

describe("the workflow", () => {
  it("uses only what is pinned to a commit, and names its version", () => {
    const uses = all(/uses: (.*)$/gm, workflow);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may write nothing, and knows no secret", () => {
    expect(workflow).toContain("permissions: { contents: read }");
    expect(workflow).not.toMatch(/: write|secrets\./);
  });

  it("tests on the oldest Node that the site takes, and on the image's", () => {
    const [image] = all(/^FROM node:([\d.]+)-/gm, read("Dockerfile"));
    const oldest = packageJson.engines.node.replace(">=", "");
    expect(all(/node: (\[.*\])/g, workflow)).toEqual([`["${oldest}.0", "${image}"]`]);
  });
});

describe("Dependabot", () => {
  const updates = read(".github/dependabot.yml").split("package-ecosystem: ").slice(1);
  const foldersOf = (update: string) =>
    all(/director(?:y|ies): \[?\/([^\]\n]*)/g, update).flatMap((list) => list.split(", /"));

  it("updates every folder that has modules of its own, and the images and actions", () => {
    const folders = ["", "media", ...readdirSync("tests").map((name) => `tests/${name}`)];
    const npm = updates.filter((update) => update.startsWith("npm")).flatMap(foldersOf);
    expect(npm.sort()).toEqual(folders.filter((folder) => existsSync(join(folder, "package.json"))).sort());
    const others = updates.filter((update) => !update.startsWith("npm"));
    expect(others.map((update) => [update.split("\n", 1)[0], ...foldersOf(update)])).toEqual([
      ["docker", ""],
      ["docker-compose", ""],
      ["github-actions", ""],
    ]);
  });

  it("is told of no package that is gone", () => {
    for (const update of updates) {
      const files = foldersOf(update).map((folder) => join(folder, "package.json"));
      const there = files.filter(existsSync).map(read).join() + read("Dockerfile");
      const named = [all(/dependency-name: ([^,}]+)/g, update), all(/patterns: \[([^\]]*)\]/g, update)];
      for (const name of named.flat().flatMap((list) => list.split(",")))
        expect(there).toContain(name.replace(/["* ]/g, ""));
    }
  });
});
