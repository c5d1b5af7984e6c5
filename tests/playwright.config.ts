import { defineConfig } from "@playwright/test";
import { startClock } from "./clock.mjs";

startClock();

/** Without Chromium's own calls home, which find no network in a test machine and would only be noise. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

const executablePath = process.env.CHROMIUM_PATH; // Set by tests/browser.mjs.

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // Wide enough for a machine that does much else.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env.RESULTS ? [["line"], ["json", { outputFile: process.env.RESULTS }]] : [["list"]],
  use: {
    launchOptions: { executablePath, args: QUIET },
    viewport: { width: 1280, height: 800 },
    // A seventh less processor time. What moves, and what happens while it does, is tested with "no-preference".
    reducedMotion: "reduce",
  },
  projects: [
    { name: "JavaScript on", grepInvert: /@no-script/ },
    {
      name: "JavaScript off",
      grepInvert: /@script|@once/,
      testIgnore: "scripts/**",
      use: { javaScriptEnabled: false },
    },
  ],
});
