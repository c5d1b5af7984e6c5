/**
 * Preloaded before remix-serve, which prints a stack trace if it cannot start: says in one line what to do, and exits with
 * status 1. An empty PORT or HOST counts as not set. PORT defaults to 3000 here, because remix-serve takes any free port if
 * 3000 is taken.
 */
import { existsSync } from "node:fs";

for (const name of ["PORT", "HOST"]) if (!process.env[name]?.trim()) delete process.env[name];
process.env.PORT ??= "3000";
const { PORT, HOST } = process.env;

for (const path of ["build/index.js", "public/build"]) {
  if (!existsSync(path))
    end(`${path} is missing. Run \`npm run build\`; in a container, build the image again.`);
}

// A monitor only: every other error ends the process as usual.
process.on("uncaughtExceptionMonitor", (error) => {
  /** @type {NodeJS.ErrnoException & { hostname?: string, port?: number }} */
  const { code = "", syscall, hostname, port } = error;
  const listening = syscall === "listen" && port === Number(PORT);
  if (!listening && !(syscall === "getaddrinfo" && hostname === HOST)) return;
  const advice = "Set HOST to an address of this machine, or leave it unset to listen on all of them.";
  /** @type {Record<string, string>} */
  const reasons = {
    EADDRINUSE: `port ${PORT} is taken. Stop the program that uses it, or set PORT to another one.`,
    EACCES: `this user may not listen on port ${PORT}. Set PORT to 1024 or more.`,
    EADDRNOTAVAIL: `HOST=${HOST} is not an address of this machine. ${advice}`,
    ENOTFOUND: `HOST=${HOST} is not found. ${advice}`,
    EAI_AGAIN: `HOST=${HOST} is not found. ${advice}`,
  };
  end(reasons[code] ?? `it cannot listen on port ${PORT} (${code}). Check HOST and PORT.`);
});

/** @param {string} reason @returns {never} */
function end(reason) {
  process.stderr.write(`The site did not start: ${reason}\n`);
  process.exit(1);
}
