/**
 * Runs a command with CHROMIUM_PATH set to a browser that is there: the one CHROMIUM_PATH names, Playwright's own, or
 * the system's. If there is none it installs one, and says so.
 *
 * Usage: node tests/browser.mjs playwright test …
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {{ path: string, from: string } | undefined} */
function find() {
  const own = chromium.executablePath();
  const named = process.env.CHROMIUM_PATH;
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH names ${named}, which is not there`);
  if (named) return { path: named, from: "CHROMIUM_PATH" };
  if (existsSync(own)) return { path: own, from: "Playwright" };
  const system = SYSTEM.find((path) => existsSync(path));
  return system ? { path: system, from: "the system" } : undefined;
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

let browser = find();
if (!browser) {
  install();
  browser = find();
}
if (!browser) throw new Error("there is still no browser after installing one");
console.log(`Browser: ${browser.path} (from ${browser.from})`);

const [command = "playwright", ...args] = process.argv.slice(2);
const { status } = spawnSync("npx", [command, ...args], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: browser.path },
});
process.exit(status ?? 1);
