/**
 * Preloaded before remix-serve, which ends in a stack trace when it cannot start: says in one line what to do, and ends
 * with status 1. An empty PORT or HOST counts as not set. PORT defaults to 3000 here, because remix-serve would take any
 * free port if 3000 is taken.
 */
import { existsSync } from "node:fs";
import { whyNotListening } from "./listen-reasons.mjs";

for (const name of ["PORT", "HOST"]) if (!process.env[name]?.trim()) delete process.env[name];
process.env.PORT ??= "3000";
const { PORT, HOST } = process.env;

for (const path of ["build/index.js", "public/build"]) {
  if (!existsSync(path))
    end(`${path} is missing. Run \`npm run build\`; in a container, build the image again.`);
}

// A monitor only: every other error ends the process as usual.
process.on("uncaughtExceptionMonitor", (error) => {
  const {
    code = "",
    syscall,
    hostname,
    port,
  } = /** @type {NodeJS.ErrnoException & { hostname?: string, port?: number }} */ (error);
  const listening = syscall === "listen" && port === Number(PORT);
  if (!listening && !(syscall === "getaddrinfo" && hostname === HOST)) return;
  end(whyNotListening(code, { host: HOST, port: PORT }));
});

/** @param {string} reason @returns {never} */
function end(reason) {
  process.stderr.write(`The site did not start: ${reason}\n`);
  process.exit(1);
}
