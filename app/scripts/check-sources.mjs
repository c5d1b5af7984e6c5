/**
 * The first step of `npm run build`: stops at a merge that is not finished, which a stylesheet or a text would show to visitors, and
 * says which colors are hard to read.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lowContrast } from "./contrast.mjs";

const MADE = /^public\/(?:build|photos)\//;
const TEXT = /\.(?:css|html|js|json|md|mjs|svg|ts|tsx|txt|xml)$/;
const MARKER = /^(?:<{7}|>{7}) /m;

const files = ["app", "public"].flatMap((folder) =>
  /** @type {string[]} */ (readdirSync(folder, { recursive: true })).map((name) => join(folder, name)),
);
const unfinished = [...files, "package.json", "remix.config.js"].filter(
  (file) => TEXT.test(file) && !MADE.test(file) && MARKER.test(readFileSync(file, "utf8")),
);
for (const file of unfinished)
  process.stderr.write(
    `${file} holds both versions of a conflict, between <<<<<<< and >>>>>>>. Keep one of them (docs/customizing.md).\n`,
  );
if (unfinished.length > 0) process.exit(1);

for (const text of lowContrast(readFileSync(join("app", "contractor", "colors.css"), "utf8")))
  process.stderr.write(`app/contractor/colors.css: ${text}\n`);
