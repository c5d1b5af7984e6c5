/**
 * A step of `npm run build`: moves the license notices that esbuild puts at the end of a script into one file that the
 * script names. They are 7 KB, which no visitor needs to load.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join("public", "build");
const NOTICES = /\/\*! Bundled license information:[\s\S]*?\*\/\s*$/;

for (const name of /** @type {string[]} */ (readdirSync(FOLDER, { recursive: true }))) {
  if (!name.endsWith(".js")) continue;
  const file = join(FOLDER, name);
  const script = readFileSync(file, "utf8");
  const [notices] = script.match(NOTICES) ?? [];
  if (!notices) continue;
  const hash = createHash("sha256").update(notices).digest("hex").slice(0, 8);
  const licenses = `licenses-${hash}.txt`;
  writeFileSync(join(FOLDER, licenses), notices);
  writeFileSync(file, script.replace(NOTICES, `/*! Licenses: /build/${licenses} */\n`));
}
