/**
 * A step of `npm run build`: compresses the text files of public/ into build/compressed/. Each output is named by the hash of its
 * original, so it is never served for another version.
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
  // Compression makes very small files larger.
  if (br.length < file.length) writeFileSync(`${target}.br`, br);
  if (gzip.length < file.length) writeFileSync(`${target}.gz`, gzip);
}

await Promise.all(names.map(compressFile));
process.stdout.write(`compressed ${names.length} files\n`);
