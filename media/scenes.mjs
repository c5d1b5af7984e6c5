/**
 * scenes.mjs - renders the dioramas, denoises them and encodes them for the site.
 *
 *   node scenes.mjs [name...] [--preview] [--lawn | --close | --dozer | --wide] [--no-ship] [--marks]      (no name: all of them)
 *
 * Calls `blender -b` once per scene, one at a time and at the lowest priority; blender/diorama/output.py denoises with
 * blender/denoise.c and writes out/<name>.png; ship.mjs encodes that into public/images. --preview: half size, 20 samples, into
 * out/preview/, not shipped. A variant of a scene is out/<name>-<variant>.png: --lawn with the ground closed, --close from near,
 * --wide 1600x900, not shipped. --marks: renders nothing, only writes where a scene's named objects are in its picture,
 * public/images/<name>-marks.json.
 * Environment: THREADS (1), PCT, SPP, CROP=x0,x1,y0,y1 (fractions from the bottom left; to look at a detail), BLENDER.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { blender } from "./run-blender.mjs";
import { ship } from "./ship.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dir = join(here, "blender", "scenes");
const all = readdirSync(dir)
  .filter((f) => f.endsWith(".py") && f !== "loop.py")
  .map((f) => basename(f, ".py"));
const VARIANTS = {
  close: ["basement", "dozer", "septic"],
  dozer: ["closing"],
  lawn: ["basement", "driveway", "pool", "septic"],
  wide: ["hero"],
};
const flags = new Set(process.argv.slice(2).filter((a) => a.startsWith("--")));
const names = process.argv.slice(2).filter((a) => !a.startsWith("--"));
const variant = Object.keys(VARIANTS).find((v) => flags.has(`--${v}`)) ?? "";
const possible = VARIANTS[variant] ?? all;
const unknown = names.filter((n) => !possible.includes(n));
if (unknown.length) throw new Error(`no such scene: ${unknown.join(", ")}; there are ${possible.join(", ")}`);

const marks = flags.has("--marks");
const marked = all.filter((name) => readFileSync(join(dir, `${name}.py`), "utf8").includes("marks("));
for (const name of names.length ? names : marks ? marked : possible) {
  const preview = flags.has("--preview") || !!process.env.CROP; // a detail never overwrites a master
  const id = variant ? `${name}-${variant}` : name;
  const png = join(here, "out", preview ? "preview" : "", `${id}.png`);
  mkdirSync(dirname(png), { recursive: true });
  const t = Date.now();
  await blender(
    join(dir, `${name}.py`),
    {
      OUT: png,
      VARIANT: variant,
      MARKS: marks ? "1" : "",
      ...(preview ? { PCT: process.env.PCT ?? "50", SPP: process.env.SPP ?? "20" } : {}),
    },
    join(here, "out", "logs", `${id}.log`),
  );
  if (marks) continue;
  if (!existsSync(png)) throw new Error(`${id}: no picture written`);
  console.log(`${id}: ${((Date.now() - t) / 1000).toFixed(0)} s -> ${png}`);
  if (!preview && variant !== "wide" && !flags.has("--no-ship")) await ship(png);
}
