/**
 * A step of `npm run build`: compresses the text files of public/ once, as small as possible, so that no visitor waits for
 * it. They go into build/compressed/ under the hash of their content, so that none can be taken for another.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compress } from "../http/cache/best-compression.mjs";

const FOLDER = join("build", "compressed");
const TEXT = /\.(?:css|js|svg|txt)$/;

const names = /** @type {string[]} */ (readdirSync("public", { recursive: true })).filter((name) =>
  TEXT.test(name),
);
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });

/** @param {string} name */
async function compressFile(name) {
  const file = readFileSync(join("public", name));
  const target = join(FOLDER, createHash("sha256").update(file).digest("hex"));
  const { br, gzip } = await compress(file);
  // A file of a few bytes only grows.
  if (br.length < file.length) writeFileSync(`${target}.br`, br);
  if (gzip.length < file.length) writeFileSync(`${target}.gz`, gzip);
}

await Promise.all(names.map(compressFile));
process.stdout.write(`compressed ${names.length} files\n`);
