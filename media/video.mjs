/**
 * video.mjs - renders and encodes the seamless 8-second loop (excavator digs, swings, dumps, returns).
 *
 *   node video.mjs [--fps 24] [--first 0] [--last 191] [--encode-only]
 *
 * Resumable: a frame that lies in out/loop-<fps>/ is not rendered again, so the run may be stopped at any moment and started
 * again. When every frame is there, ffmpeg writes the H.264 and the AV1 film into public/video, and the
 * poster (out/loop-poster.png, encoded like any picture). At 12 fps the in-between frames are motion-interpolated.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { blender } from "./run-blender.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const { values: a } = parseArgs({
  options: {
    fps: { type: "string", default: "24" },
    first: { type: "string", default: "0" },
    last: { type: "string" },
    "encode-only": { type: "boolean" },
  },
});
const fps = Number(a.fps);
const total = 8 * fps;
const dir = join(here, "out", `loop-${fps}`);
const frame = (k) => join(dir, `f${String(k).padStart(4, "0")}.png`);
mkdirSync(dir, { recursive: true });

if (!a["encode-only"])
  await blender(
    join(here, "blender", "scenes", "loop.py"),
    {
      FPS: String(fps),
      F0: a.first,
      F1: String(a.last === undefined ? total : Number(a.last) + 1),
      OUTDIR: dir,
    },
    join(here, "out", "logs", "loop.log"),
  );

const have = readdirSync(dir).filter((f) => /^f\d{4}\.png$/.test(f)).length;
console.log(`${have} of ${total} frames`);
if (have === total) {
  const tmp = mkdtempSync(join(tmpdir(), "loop-"));
  const ff = (...args) => execFileSync("ffmpeg", ["-v", "error", "-y", ...args], { stdio: "inherit" });
  for (let k = 0; k < total + 4; k++)
    symlinkSync(frame(k % total), join(tmp, `${String(k).padStart(4, "0")}.png`)); // wraps round: the seam interpolates too
  const between =
    fps < 24 ? "minterpolate=fps=24:mi_mode=mci:mc_mode=aobmc:me_mode=bidir:vsbmc=1:search_param=48," : "";
  const master = join(tmp, "master.mkv");
  ff(
    "-framerate",
    String(fps),
    "-i",
    join(tmp, "%04d.png"),
    "-vf",
    `${between}hqdn3d=1:1:2:2`,
    "-frames:v",
    "192",
    "-c:v",
    "ffv1",
    master,
  );
  const colour = [
    "-an",
    "-pix_fmt",
    "yuv420p",
    "-colorspace",
    "bt709",
    "-color_primaries",
    "bt709",
    "-color_trc",
    "bt709",
    "-vf",
    "scale=out_color_matrix=bt709:out_range=tv",
  ];
  const to = (f) => join(here, "..", "public", "video", f);
  ff(
    "-i",
    master,
    ...colour,
    "-c:v",
    "libx264",
    "-preset",
    "slow",
    "-crf",
    "28",
    "-profile:v",
    "high",
    "-movflags",
    "+faststart",
    to("loop-960x540.mp4"),
  );
  ff(
    "-i",
    master,
    ...colour,
    "-c:v",
    "libsvtav1",
    "-preset",
    "6",
    "-crf",
    "47",
    "-g",
    "192",
    to("loop-960x540-av1.webm"),
  );
  await sharp(frame(Math.round(total * 0.45)))
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(to("loop-poster.jpg"));
  rmSync(tmp, { recursive: true });
} else if (existsSync(dir)) console.log("run again to render the rest");
