/**
 * Does what systemd does for deploy/excavation-website.socket: keeps a listening socket, starts a command on it, and
 * starts it again whenever it ends. Meanwhile this process is blocked, so it accepts no connection itself.
 *
 * Usage: node tests/socket-keeper.mjs PORT FOLDER COMMAND…
 */
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";

const [port, cwd, ...command] = process.argv.slice(2);
/** The shell becomes the command, and so knows its number. */
const AS_SYSTEMD = 'export LISTEN_PID=$$ LISTEN_FDS=1; echo "started $$"; exec "$@"';

const server = createServer().listen(Number(port), "127.0.0.1", () => {
  const { fd } = /** @type {any} */ (server)._handle;
  // A test run that is cut short leaves no server behind that starts again and again.
  const { ppid } = process;
  while (process.ppid === ppid)
    spawnSync("sh", ["-c", AS_SYSTEMD, "sh", ...command], {
      cwd,
      stdio: ["ignore", "inherit", "inherit", fd],
    });
  process.exit();
});
