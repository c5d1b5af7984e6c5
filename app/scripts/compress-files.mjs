/**
 * A step of `npm run build`: compresses what is text in public/, at its best and once, so that no visitor waits
 * for it. Into build/compressed/, each file under the hash of its content: what was compressed can never be another's.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const FOLDER = join("build", "compressed");
const TEXT = /\.(?:css|js|svg|txt)$/;

const names = /** @type {string[]} */ (readdirSync("public", { recursive: true })).filter((name) =>
  TEXT.test(name),
);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

/** @param {string} name */
async function compress(name) {
  const file = readFileSync(join("public", name));
  const place = join(FOLDER, createHash("sha256").update(file).digest("hex"));
  const best = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.length };
  const br = await promisify(brotliCompress)(file, { params: best });
  const gz = await promisify(gzip)(file, { level: 9 });
  // A file of a few bytes only grows.
  if (br.length < file.length) writeFileSync(`${place}.br`, br);
  if (gz.length < file.length) writeFileSync(`${place}.gz`, gz);
  return { before: file.length, after: Math.min(br.length, file.length) };
}

const started = Date.now();
const sizes = await Promise.all(names.map(compress));
const kb = (/** @type {"before" | "after"} */ which) =>
  Math.round(sizes.reduce((sum, size) => sum + size[which], 0) / 1000);
process.stdout.write(
  `compressed ${names.length} files, ${kb("before")} to ${kb("after")} KB (${Date.now() - started} ms)\n`,
);
