/**
 * A step of `npm run build`: removes nesting, which Safari supports from 16.5, Chrome from 112 and Firefox from 117. Older
 * ones, down to the first with cascade layers, then show the whole design (docs/engines.md).
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformWithEsbuild } from "vite";

const FOLDER = join("public", "build", "_assets");
/** The first with cascade layers. Older browsers show the plain document. */
const OLDEST = ["chrome99", "firefox97", "safari15.4"];

for (const name of readdirSync(FOLDER).filter((name) => name.endsWith(".css"))) {
  const file = join(FOLDER, name);
  const { code } = await transformWithEsbuild(readFileSync(file, "utf8"), name, {
    minify: true,
    target: OLDEST,
    sourcemap: false,
  });
  writeFileSync(file, code);
}
