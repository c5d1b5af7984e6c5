import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json";

/** What the files for deployment promise each other, and what would fail only once a site is live. */

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("compose.yaml");
const dockerfile = read("Dockerfile");
const workflow = read(".github/workflows/ci.yml");
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
const service = read("deploy/excavation-website.service");
const set = (name: string, text = service) => all(new RegExp(`^${name}=(.*)$`, "gm"), text).join();
/** How long a stop takes, in seconds. */
const deadline = Number(all(/DEADLINE_MS = (\d+)_000/g, read("app/http/connections.server.ts")));

it("nothing is killed before it has stopped: the site in its container or under systemd, and Caddy", () => {
  const [site = 0, caddy = 0] = all(/stop_grace_period: (\d+)s/g, compose).map(Number);
  expect(site).toBeGreaterThan(deadline);
  expect(Number(set("TimeoutStopSec"))).toBeGreaterThan(deadline);
  expect(caddy).toBeGreaterThan(Number(all(/grace_period (\d+)s/g, read("deploy/Caddyfile"))));
});

it("the image and the systemd unit run what npm start runs, without .env", () => {
  const start = packageJson.scripts.start.replace("--import ./app/start/dotenv.mjs ", "");
  expect(JSON.parse(all(/^CMD (.*)$/gm, dockerfile).join()).join(" ")).toBe(start);
  expect(set("ExecStart")).toBe(`/usr/bin/${start}`);
});

it("the image's label, the changelog and package.json name one version", () => {
  const { version } = packageJson;
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
  expect(all(/^## (\d+\.\d+\.\d+)/gm, read("CHANGELOG.md"))[0]).toBe(version);
});

describe("the systemd unit", () => {
  const nginx = read("deploy/nginx.conf");

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

it("images of others have an exact version, and actions a commit", () => {
  const images = all(/^\s*image: (\w+:.*)$/gm, compose + read("compose.scale.yaml"));
  for (const image of images) expect(image).toMatch(/^(caddy|postgres):\d+\.[\d.]+$/);
  const uses = all(/uses: (.*)$/gm, workflow);
  expect([images.length, uses.length > 0]).toEqual([2, true]);
  for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

describe("the workflow", () => {
  it("may write nothing, and knows no secret", () => {
    expect(workflow).toContain("permissions: { contents: read }");
    expect(workflow).not.toMatch(/: write|secrets\./);
  });

  it("tests on the oldest Node that the site takes, and on the image's", () => {
    const [image] = all(/^FROM node:([\d.]+)-/gm, dockerfile);
    const oldest = packageJson.engines.node.replace(">=", "");
    expect(all(/node: (\[.*\])/g, workflow)).toEqual([`["${oldest}.0", "${image}"]`]);
  });
});

it("Dependabot updates every folder that has modules of its own", () => {
  const npm = all(
    /package-ecosystem: npm([\s\S]*?)(?=package-ecosystem|$)/g,
    read(".github/dependabot.yml"),
  ).join();
  const told = all(/director(?:y|ies): \[?\/([^\]\n]*)/g, npm).flatMap((list) => list.split(", /"));
  const folders = ["", "media", ...readdirSync("tests").map((name) => `tests/${name}`)];
  expect(told.sort()).toEqual(folders.filter((folder) => existsSync(join(folder, "package.json"))).sort());
});
