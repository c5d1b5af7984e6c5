/**
 * video.mjs - renders and encodes the seamless 8-second loop (excavator digs, swings, dumps, returns): 192 frames, 24 a second.
 *
 *   node video.mjs [--first 0] [--last 191] [--encode-only]
 *
 * Resumable: a frame that lies in out/loop/ is not rendered again, so the run may be stopped at any moment and started
 * again. When every frame is there, ffmpeg writes the H.264 and the AV1 film and the poster into public/video.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { blender } from "./run-blender.mjs";

const FRAMES = 192;
/** The film is the part of a frame from here on, in pixels: the block fills its height. */
const LEFT = 132;
const here = dirname(fileURLToPath(import.meta.url));
const { values } = parseArgs({
  options: {
    first: { type: "string", default: "0" },
    last: { type: "string", default: String(FRAMES - 1) },
    "encode-only": { type: "boolean" },
  },
});
const dir = join(here, "out", "loop");
mkdirSync(dir, { recursive: true });

if (!values["encode-only"])
  await blender(
    join(here, "blender", "scenes", "loop.py"),
    { F0: values.first, F1: String(Number(values.last) + 1), OUTDIR: dir },
    join(here, "out", "logs", "loop.log"),
  );

const frames = readdirSync(dir).filter((name) => /^f\d{4}\.png$/.test(name));
console.log(`${frames.length} of ${FRAMES} frames`);
if (frames.length < FRAMES) console.log("run again to render the rest");
else {
  encode("loop-720x540.mp4", "-c:v libx264 -preset slow -crf 26 -profile:v high -movflags +faststart");
  encode("loop-720x540-av1.webm", "-c:v libsvtav1 -preset 6 -crf 45 -g 192");
  const poster = sharp(join(dir, "f0044.png")).extract({ left: LEFT, top: 0, width: 720, height: 540 });
  await poster.jpeg({ quality: 72, mozjpeg: true }).toFile(shipped("loop-poster.jpg"));
}

function shipped(name) {
  return join(here, "..", "public", "video", name);
}

/** Without sound, and in the colors of television, which browsers assume. */
function encode(name, codec) {
  const input = ["-v", "error", "-y", "-framerate", "24", "-i", join(dir, "f%04d.png")];
  const colors = "-an -pix_fmt yuv420p -colorspace bt709 -color_primaries bt709 -color_trc bt709".split(" ");
  const tv = `crop=720:540:${LEFT}:0,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p`;
  const filter = ["-vf", tv];
  execFileSync("ffmpeg", [...input, ...colors, ...filter, ...codec.split(" "), shipped(name)], {
    stdio: "inherit",
  });
}
