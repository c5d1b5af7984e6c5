import { get } from "node:http";
import { createServer } from "node:net";
import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/config/error-code";
import { whyNotListening } from "~/scripts/listen-reasons.mjs";

const TIMEOUT_MS = 10_000;

type Where = Pick<Config, "host" | "port">;

/** Checks that the site listens where HOST and PORT say, and no other program does. */
export async function checkPort(where: Where): Promise<Finding[]> {
  const { port } = where;
  const code = await tryToListen(where);
  if (code === undefined)
    return [warn("port", `nothing listens on port ${port}: the site does not run here`)];
  if (code === "EADDRINUSE" && (await isSite(where))) return [ok("port", `the site listens on port ${port}`)];
  return [fail("port", whyNotListening(code, where))];
}

/** @returns the code of the error; undefined if the port is free */
function tryToListen({ host, port }: Where) {
  return new Promise<string | undefined>((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(errorCode(error)));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function isSite({ host, port }: Where) {
  const isEvery = host === undefined || host === "0.0.0.0" || host === "::";
  const options = { host: isEvery ? "localhost" : host, port, path: "/healthz" };
  return new Promise<boolean>((resolve) => {
    get({ ...options, agent: false, signal: AbortSignal.timeout(TIMEOUT_MS) }, (response) => {
      response.setEncoding("utf8").once("data", (text) => resolve(text.trim() === "ok"));
      response.once("end", () => resolve(false)).once("error", () => resolve(false));
    }).once("error", () => resolve(false));
  });
}
