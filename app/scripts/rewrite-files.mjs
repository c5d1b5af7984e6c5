/**
 * A step of `npm run build`, over the browser's files. Stylesheets lose nesting, which Safari supports from 16.5, Chrome
 * from 112 and Firefox from 117: older ones, down to the first with cascade layers, then show the whole design
 * (docs/engines.md). License notices, which esbuild puts at the end of a script, go into one file that the script names:
 * they are 7 KB that no visitor needs to load.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithEsbuild } from "vite";

const FOLDER = join("public", "build");
/** The first with cascade layers. Older browsers show the plain document. */
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
