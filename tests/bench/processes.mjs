/** The processes that are measured, each alone in its own. All end with the bench. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NODE_FLAGS, START_ARGS } from "../node-flags.mjs";

const folder = mkdtempSync(join(tmpdir(), "bench-"));
/** @type {import("node:child_process").ChildProcess[]} */
const children = [];
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** @typedef {{ port: number, pids: () => number[] }} Server */

/**
 * The production build under remix-serve, with the flags of `npm start`.
 *
 * @param {Record<string, string>} settings
 * @returns {Promise<Server & { firstByteMs: number }>} once it answers
 */
export async function startSite(settings) {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, START_ARGS, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      OUTBOX_DIR: join(folder, `outbox-${port}`),
      SITE_URL: `http://127.0.0.1:${port}`,
      RATE_LIMIT_MAX: "1000000",
      LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  await answers(port);
  return { port, pids: () => [child.pid ?? 0], firstByteMs: performance.now() - started };
}

/**
 * `node:http` and nothing else, with one answer.
 *
 * @param {import("./answer.mjs").Answer} answer
 * @returns {Promise<Server>}
 */
export function startBare({ status, headers, body }) {
  const child = spawn(process.execPath, [...NODE_FLAGS, "tests/bench/bare.mjs"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  child.stdin.end(JSON.stringify({ status, headers, body: body.toString("base64") }));
  return new Promise((resolve) =>
    child.stdout.once("data", (port) => resolve({ port: Number(port), pids: () => [child.pid ?? 0] })),
  );
}

/**
 * nginx as one process, sending one answer from a file.
 *
 * @param {import("./answer.mjs").Answer} answer
 * @returns {Promise<Server | undefined>} undefined where there is no nginx
 */
export async function startNginx({ headers, body }) {
  if (spawnSync("nginx", ["-v"]).error) return undefined;
  const port = await freePort();
  writeFileSync(join(folder, "index.html"), body);
  const lines = Object.entries(headers)
    .filter(([name]) => name !== "content-length" && name !== "content-type")
    .map(([name, value]) => `add_header ${name} "${String(value).replaceAll('"', '\\"')}";`);
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log /dev/null;
     events {} http { access_log off; sendfile on; keepalive_requests 1000000; etag off;
     default_type "${headers["content-type"]}"; types {} open_file_cache max=10;
     server { listen 127.0.0.1:${port}; root ${folder}; ${lines.join(" ")} location / { try_files /index.html =404; } } }`,
  );
  const child = spawn("nginx", ["-p", folder, "-c", config], { stdio: ["ignore", "ignore", "inherit"] });
  children.push(child);
  await answers(port);
  return { port, pids: () => [child.pid ?? 0] };
}

/** Milliseconds of processor time that a server's processes have used. @param {Server} server */
export function processorMs({ pids }) {
  let nanoseconds = 0;
  for (const pid of pids())
    for (const thread of readdirSync(`/proc/${pid}/task`))
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return nanoseconds / 1e6;
}

/** Resident memory in MB. @param {Server} server */
export const memoryMb = ({ pids }) =>
  Math.round(
    (Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pids()[0]}/status`, "utf8"))?.[1]) * 1024) / 1e6,
  );

/** @param {number} port */
async function answers(port) {
  for (let tries = 0; tries < 2000; tries++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    if (answer?.ok) return void (await answer.arrayBuffer());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error("it does not answer");
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
