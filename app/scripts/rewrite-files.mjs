/**
 * A step of `npm run build` that rewrites the browser's files. Removes nesting from stylesheets, for browsers between the first with
 * cascade layers and the first with nesting (Safari 16.5, Chrome 112, Firefox 117; docs/engines.md). Moves license notices (7 KB),
 * which esbuild puts at the end of a script, to a file that the script refers to.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithEsbuild } from "vite";

const FOLDER = join("public", "build");
/** The first versions with cascade layers. Older browsers show the page without styles. */
const OLDEST = ["chrome99", "firefox97", "safari15.4"];
const NOTICES = /\/\*! Bundled license information:[\s\S]*?\*\/\s*$/;

for (const name of /** @type {string[]} */ (readdirSync(FOLDER, { recursive: true }))) {
  const file = join(FOLDER, name);
  if (name.endsWith(".css")) {
    const options = { minify: true, target: OLDEST, sourcemap: false };
    const { code } = await transformWithEsbuild(readFileSync(file, "utf8"), name, options);
    writeFileSync(file, code.replace(/(--[\w-]+): /g, "$1:")); // esbuild leaves these spaces.
  }
  if (name.endsWith(".js")) {
    const script = readFileSync(file, "utf8");
    const [notices] = script.match(NOTICES) ?? [];
    if (!notices) continue;
    const hash = createHash("sha256").update(notices).digest("hex").slice(0, 8);
    const licenses = `licenses-${hash}.txt`;
    writeFileSync(join(FOLDER, licenses), notices);
    writeFileSync(file, script.replace(NOTICES, `/*! Licenses: /build/${licenses} */\n`));
  }
}
