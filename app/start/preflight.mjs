/**
 * Preloaded before remix-serve and the operator's commands: says in one line what to do if a build is missing or the site cannot
 * listen, and exits with status 1. An empty PORT or HOST counts as not set. PORT defaults to 3000 here: remix-serve takes any free
 * port if 3000 is taken. Also gives each address of a host time to connect.
 */
import { existsSync } from "node:fs";
import { setDefaultAutoSelectFamilyAttemptTimeout } from "node:net";
import { relative } from "node:path";

for (const name of ["PORT", "HOST"]) if (!process.env[name]?.trim()) delete process.env[name];
process.env.PORT ??= "3000";
const { PORT, HOST } = process.env;

const own = relative(".", process.argv[1] ?? "");
const isSite = !own.startsWith("build");
for (const path of isSite ? ["build/index.js", "public/build"] : [own])
  if (!existsSync(path))
    end(`${path} is missing. Run \`npm run build\`; in a container, build the image again.`);

// Of a host with two addresses the first gets this long, in milliseconds. Node's own 250 ms is less than some handshakes take: with
// no way to the other address, a service would be unreachable.
setDefaultAutoSelectFamilyAttemptTimeout(2_500);

// It only observes: any other error ends the process as usual.
process.on("uncaughtExceptionMonitor", (error) => {
  /** @type {NodeJS.ErrnoException & { hostname?: string, port?: number }} */
  const { code = "", syscall, hostname, port } = error;
  const isListening = syscall === "listen" && port === Number(PORT);
  if (!isListening && !(syscall === "getaddrinfo" && hostname === HOST)) return;
  /** @type {Record<string, string>} */
  const reasons = {
    EADDRINUSE: `port ${PORT} is taken. Stop the program that uses it, or set PORT to another one.`,
    EACCES: `this user cannot listen on port ${PORT}. Set PORT to 1024 or more.`,
  };
  const notHere = `HOST=${HOST} is not an address of this machine (${code}). Set HOST to one, or leave it unset to listen on all.`;
  if (HOST || reasons[code]) end(reasons[code] ?? notHere);
});

/** @param {string} reason @returns {never} */
function end(reason) {
  process.stderr.write(`${isSite ? "The site did not start: " : ""}${reason}\n`);
  process.exit(1);
}
