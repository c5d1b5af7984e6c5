import { defineConfig } from "@playwright/test";
import config from "./playwright.config";

/** One page at a time: what is measured must not wait for another. */
export default defineConfig({ ...config, testDir: "budget", projects: [{ name: "budget" }], workers: 1 });
