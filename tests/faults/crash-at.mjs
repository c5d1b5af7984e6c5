/** Loaded into the site before anything else: ends the process before its CRASH_AT-th call to the outbox's disk, as a crash does. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { OUTBOX_DIR = "", CRASH_AT } = process.env;
let calls = 0;
/** What is open in the outbox. @type {Set<unknown>} */
const open = new Set();

/** @param {unknown} target a path, or an open file */
function count(target) {
  if (!(open.has(target) || String(target).startsWith(OUTBOX_DIR))) return;
  if (++calls === Number(CRASH_AT)) process.kill(process.pid, "SIGKILL");
}

/** @param {Record<string, any>} module @param {string[]} names */
function watch(module, names) {
  for (const name of names) {
    const real = module[name];
    module[name] = (/** @type {unknown} */ target, /** @type {any[]} */ ...rest) => {
      count(target);
      return real(target, ...rest);
    };
  }
}

watch(fs.promises, [
  ...["access", "link", "lstat", "mkdir", "open", "readFile", "readdir", "rename", "stat", "statfs"],
  ...["truncate", "unlink", "utimes", "writeFile"],
]);
watch(fs, ["fsync", "close", "writeFile"]);
const realOpen = /** @type {any} */ (fs.open);
// @ts-expect-error It has a form for promises, which nobody uses.
fs.open = (/** @type {string} */ path, /** @type {any[]} */ ...rest) => {
  count(path);
  const done = rest.pop();
  realOpen(path, ...rest, (/** @type {unknown} */ error, /** @type {number} */ file) => {
    if (!error && path.startsWith(OUTBOX_DIR)) open.add(file);
    done(error, file);
  });
};
syncBuiltinESMExports();
