/**
 * A step of `npm run build`: keeps the browser files of the build before this one in build/last/, where the site serves
 * them beside the new ones. A page that was opened before a deploy asks for them. A build that changes nothing keeps
 * the earlier ones.
 */
import { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

const BUILT = join("public", "build");
/** A copy for the next time, since `remix build` begins by emptying its folder. */
const THIS = join("build", "this");
const LAST = join("build", "last");

/** The names hold a hash of the content. @param {string} folder */
const names = (folder) => String(readdirSync(folder, { recursive: true }).sort());

if (!existsSync(THIS) || names(THIS) !== names(BUILT)) {
  rmSync(LAST, { recursive: true, force: true });
  if (existsSync(THIS)) renameSync(THIS, LAST);
  cpSync(BUILT, THIS, { recursive: true });
}
