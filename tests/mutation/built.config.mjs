import { readdirSync, readFileSync } from "node:fs";

/**
 * Stryker over code that only the running site shows: all mutants are in one build, and each run of the tests switches
 * one on. A run takes half a minute, so it takes the mutants of some lines: `AREA=cli SEED=2 WINDOWS=20`.
 */
const { AREA = "http", SEED = "1", WINDOWS = "12" } = process.env;
const WINDOW = 8;

let state = Number(SEED) + 1;
/** Park and Miller's generator: the same lines for the same seed. */
const random = () => {
  state = (state * 48271) % 2147483647;
  return state / 2147483647;
};
for (let i = 0; i < 10; i++) random();

const windows = readdirSync(`app/${AREA}`, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .sort()
  .flatMap((name) => {
    const lines = readFileSync(`app/${AREA}/${name}`, "utf8").split("\n").length;
    return Array.from({ length: Math.ceil(lines / WINDOW) }, (_, i) => ({ name, line: i * WINDOW + 1 }));
  });
const drawn = Array.from({ length: Math.min(Number(WINDOWS), windows.length) }, () =>
  windows.splice(random() * windows.length, 1),
).flat();

export default {
  testRunner: "command",
  buildCommand: "npm run build",
  // A test runs the site as another user, who must be able to read it.
  commandRunner: { command: "chmod 755 . && npx vitest run --config tests/mutation/built.vitest.config.ts" },
  mutate: drawn.map(({ name, line }) => `app/${AREA}/${name}:${line}-${line + WINDOW - 1}`),
  ignorePatterns: ["/build", "/public/build", "/media", "/.cache", "/tests/*/node_modules", "/outbox"],
  tempDirName: ".cache/stryker",
  concurrency: 1,
  timeoutMS: 60_000,
  reporters: ["clear-text", "progress-append-only"],
  thresholds: { high: 95, low: 85, break: null },
};
