/**
 * Runs a command with CHROMIUM_PATH set to a browser that is there: the one CHROMIUM_PATH names, Playwright's own, or
 * the system's. If there is none it installs one, and says so.
 *
 * With --shell first it prefers Chromium's headless shell, which takes half the processor time. CHROMIUM_FULL_PATH then
 * names the whole browser, for what the shell does not do.
 *
 * Usage: node tests/browser.mjs [--shell] playwright test …
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const SHELL = "/usr/bin/chromium-headless-shell";

/** @returns {string | undefined} */
function find() {
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
  return named ?? [chromium.executablePath(), ...SYSTEM].find((path) => existsSync(path));
}

function install() {
  console.log("No browser found. Trying Playwright's download …");
  if (spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit" }).status === 0) return;
  if (process.getuid?.() !== 0) {
    console.error("It failed. Install Chromium, or set CHROMIUM_PATH, and run this again.");
    process.exit(1);
  }
  console.log("It failed. Installing Debian's chromium package …");
  execFileSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
  execFileSync("apt-get", ["install", "-y", "-qq", "chromium"], { stdio: ["ignore", "ignore", "inherit"] });
}

const args = process.argv.slice(2);
const mayBeShell = args[0] === "--shell" && args.shift() && !process.env.CHROMIUM_PATH;
let full = find();
if (!full) {
  install();
  full = find();
}
if (!full) throw new Error("there is still no browser after installing one");
const path = mayBeShell && existsSync(SHELL) ? SHELL : full;
console.log(`Browser: ${path}`);

const [command = "playwright", ...rest] = args;
const { status } = spawnSync("npx", [command, ...rest], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: path, CHROMIUM_FULL_PATH: full },
});
process.exit(status ?? 1);
