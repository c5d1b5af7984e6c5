import { defineConfig } from "@playwright/test";

/** Chromium's own calls home find no network in a test machine, and would only be noise. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "../test-results",
  fullyParallel: true,
  workers: 2,
  // Wide enough for a machine that does much else. A test that fails once is run again, and named by run.mjs.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  reporter: process.env.RESULTS ? [["line"], ["json", { outputFile: process.env.RESULTS }]] : [["list"]],
  use: {
    // Set by tests/browser.mjs.
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: QUIET },
    viewport: { width: 1280, height: 800 },
  },
  projects: [
    { name: "JavaScript on", use: { javaScriptEnabled: true }, grepInvert: /@no-script/ },
    {
      name: "JavaScript off",
      use: { javaScriptEnabled: false },
      testIgnore: "scripts/**",
      grepInvert: /@script|@once/,
    },
  ],
});
