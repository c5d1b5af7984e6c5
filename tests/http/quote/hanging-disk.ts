/** `NODE_OPTIONS` for a process in which the folder /hangs is on a disk that never answers. */
const HANGS = `
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
for (const name of ["stat", "statfs", "mkdir", "open", "readdir", "readFile"]) {
  const real = promises[name];
  promises[name] = (path, ...rest) =>
    String(path).startsWith("/hangs") ? new Promise(() => {}) : real(path, ...rest);
}
syncBuiltinESMExports();`;

export const HANGING_DISK = `--import=data:text/javascript,${encodeURIComponent(HANGS)}`;
