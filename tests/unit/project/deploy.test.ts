import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json";

/** What is said twice in the files for deployment, and has to be the same; what one of them promises another. */

const read = (path: string) => readFileSync(path, "utf8");
const compose = read("compose.yaml");
const workflow = read(".github/workflows/ci.yml");
const all = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, found = ""]) => found);

it("every image is named by an exact version", () => {
  const images = all(/^\s*image: (.*)$/gm, compose);
  const ours = images.filter((image) => image.includes("excavation-website"));
  const theirs = images.filter((image) => !ours.includes(image));
  expect(ours).toHaveLength(1);
  for (const image of theirs) expect(image).toMatch(/^[\w/]+:\d+\.\d+\.\d+$/);
});

describe("the site's container", () => {
  it("gets what being a container takes whatever .env says, and stands behind one proxy unless .env says more", () => {
    for (const [name, value] of [
      ["HOST", "0.0.0.0"],
      ["PORT", "3000"],
      ["OUTBOX_DIR", "/data"],
    ]) {
      expect(compose).toMatch(new RegExp(`^      ${name}: "?${value}"?$`, "m"));
    }
    // biome-ignore lint/suspicious/noTemplateCurlyInString: compose puts the setting in.
    expect(compose).toContain('TRUSTED_PROXIES: "${TRUSTED_PROXIES:-1}"');
  });

  it("has a volume", () => {
    expect(compose).toContain('volumes: ["outbox:/data"]');
  });

  it("has longer to stop than the site takes", () => {
    const deadline = Number(all(/DEADLINE_MS = (\d+)_000/g, read("app/http/shutdown.server.ts")));
    const [site = 0, caddy = 0] = all(/stop_grace_period: (\d+)s/g, compose).map(Number);
    expect(site).toBeGreaterThan(deadline);
    expect(caddy).toBeGreaterThan(Number(all(/grace_period (\d+)s/g, read("deploy/Caddyfile"))));
  });

  it("is read-only, without capabilities or a way to get any", () => {
    expect(all(/(<<: \*kept)$/gm, compose)).toHaveLength(2);
    expect(compose).toMatch(
      /read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
    );
  });
});

describe("the systemd unit", () => {
  const service = read("deploy/excavation-website.service");
  const socket = read("deploy/excavation-website.socket");
  const nginx = read("deploy/nginx.conf");
  const set = (name: string, text = service) => all(new RegExp(`^${name}=(.*)$`, "gm"), text).join();

  it("runs what npm start runs, without .env", () => {
    const start = packageJson.scripts.start.replace("--import ./app/scripts/dotenv.mjs ", "");
    expect(set("ExecStart")).toBe(`/usr/bin/${start}`);
  });

  it("gives it as much as compose does, and longer to stop than it takes", () => {
    const [cpus] = all(/cpus: "(\d+)"/g, compose);
    const [memory] = all(/memory: (\w+)/g, compose);
    expect([set("CPUQuota"), set("MemoryMax"), set("TasksMax")]).toEqual([
      `${Number(cpus) * 100}%`,
      memory,
      ...all(/pids: (\d+)/g, compose).slice(0, 1),
    ]);
    const deadline = Number(all(/DEADLINE_MS = (\d+)_000/g, read("app/http/shutdown.server.ts")));
    expect(Number(set("TimeoutStopSec"))).toBeGreaterThan(deadline);
  });

  it("listens where nginx asks", () => {
    expect(all(/proxy_pass http:\/\/(.*);/g, nginx)).toEqual([set("ListenStream", socket)]);
  });

  it("nginx waits longer than the slowest request and a stop take", () => {
    expect(Number(all(/proxy_read_timeout (\d+)s/g, nginx))).toBeGreaterThan(60 + 15);
  });

  const analyze = spawnSync("systemd-analyze", [
    "security",
    "--offline=true",
    "deploy/excavation-website.service",
  ]);
  it.skipIf(analyze.error)("is exposed as little as docs/without-docker.md states", () => {
    const [exposure = ""] = all(/excavation-website\.service: (\d+\.\d)/g, analyze.stdout.toString());
    expect(Number.parseFloat(exposure)).toBeLessThanOrEqual(1.5);
  });
});

describe("the workflow", () => {
  it("uses only what is pinned to a commit, and names its version", () => {
    const uses = all(/uses: (.*)$/gm, workflow);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("may write nothing, and every job ends", () => {
    expect(workflow).toContain("permissions: { contents: read }");
    expect(workflow).not.toMatch(/: write|secrets\./);
    const jobs = workflow.slice(workflow.indexOf("\njobs:"));
    expect(all(/(timeout-minutes: \d+)/g, jobs)).toHaveLength(all(/(runs-on:)/g, jobs).length);
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
