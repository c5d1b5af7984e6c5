import { once } from "node:events";
import { createServer } from "node:net";
import { request } from "undici";
import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { whyNotListening } from "~/scripts/listen-reasons.mjs";

const TIMEOUT_MS = 10_000;

type Where = Pick<Config, "host" | "port">;

/** Checks that the site, and no other program, listens on HOST and PORT. */
export async function checkPort(where: Where): Promise<Finding[]> {
  const { port } = where;
  const code = await tryToListen(where);
  if (code === undefined) return [warn("port", `nothing listens on port ${port}: the site is not running`)];
  if (code === "EADDRINUSE" && (await isSite(where).catch(() => false)))
    return [ok("port", `the site listens on port ${port}`)];
  return [fail("port", whyNotListening(code, where))];
}

/** @returns the code of the error; undefined if the port is free */
async function tryToListen({ host, port }: Where): Promise<string | undefined> {
  const server = createServer().listen(port, host);
  return once(server, "listening").then(() => void server.close(), errorCode);
}

async function isSite({ host, port }: Where): Promise<boolean> {
  const isEvery = host === undefined || host === "0.0.0.0" || host === "::";
  const name = isEvery ? "localhost" : host.includes(":") ? `[${host}]` : host;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const { body } = await request(`http://${name}:${port}/healthz`, { signal });
  return (await body.text()).trim() === "ok";
}
