import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import packageJson from "../../package.json";

/** What the files for deployment promise each other, and what would fail only once a site is live. */

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("compose.yaml");
const dockerfile = read("Dockerfile");
const service = read("deploy/excavation-website.service");
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);
const seconds = (pattern: RegExp, text: string) => Number(all(pattern, text)[0]);

it("deploy: site and Caddy are not killed, and nginx waits, until they have stopped", () => {
  const shutdown = /SHUTDOWN_MS = config\.forwardTimeoutMs \+ (\d+)_000/g;
  const deadline = 10 + seconds(shutdown, read("app/http/connections.server.ts"));
  const [site = 0, caddy = 0] = all(/stop_grace_period: (\d+)s/g, compose).map(Number);
  expect(site).toBeGreaterThan(deadline);
  expect(seconds(/TimeoutStopSec=(\d+)/g, service)).toBeGreaterThan(deadline);
  expect(caddy).toBeGreaterThan(seconds(/grace_period (\d+)s/g, read("deploy/Caddyfile")));
  // The slowest request, and then a stop.
  expect(seconds(/proxy_read_timeout (\d+)s/g, read("deploy/nginx.conf"))).toBeGreaterThan(60 + deadline);
});

it("deploy: the image and the systemd unit run what npm start runs, without .env", () => {
  const start = packageJson.scripts.start.replace("--import ./app/start/dotenv.mjs ", "");
  expect(JSON.parse(all(/^CMD (.*)$/gm, dockerfile).join()).join(" ")).toBe(start);
  expect(all(/^ExecStart=(.*)$/gm, service)).toEqual([`/usr/bin/${start}`]);
});

it("deploy: the image's label, the changelog and package.json name one version", () => {
  const { version } = packageJson;
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
  expect(all(/^## (\d+\.\d+\.\d+)/gm, read("CHANGELOG.md"))[0]).toBe(version);
});

it("deploy: the workflow tests on the oldest Node that the site takes, and on the image's", () => {
  const [image] = all(/^FROM node:([\d.]+)-/gm, dockerfile);
  const oldest = packageJson.engines.node.replace(">=", "");
  const [list = ""] = all(/node: (\[.*\])/g, read(".github/workflows/ci.yml"));
  expect([JSON.parse(list).at(0), JSON.parse(list).at(-1)]).toEqual([`${oldest}.0`, image]);
});

const unit = "deploy/excavation-website.service";
const analyze = spawnSync("systemd-analyze", ["security", "--offline=true", unit], { encoding: "utf8" });
it.skipIf(analyze.error)(
  "deploy: systemd exposes the site as little as docs/without-docker.md states",
  () => {
    const [exposure = ""] = all(/excavation-website\.service: (\d+\.\d)/g, analyze.stdout);
    expect(Number.parseFloat(exposure)).toBeLessThanOrEqual(1.5);
  },
);
