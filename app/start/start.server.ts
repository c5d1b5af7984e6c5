import type { ServerBuild } from "@remix-run/node";
import { startPageCache } from "~/http/cache/page-cache.server";
import { loadFiles } from "~/http/cache/static-files.server";
import { serveWithPolicy } from "~/http/serve.server";
import { log } from "~/log/log.server";
import { announceStart, makeWatch, startMonitoring } from "~/monitoring/start.server";
import { startQuotes } from "~/quote/quote-service.server";
import { version } from "../../package.json";

/**
 * Starts everything: the policy, the caches, the log's first lines, redelivery. In development nothing is cached, so every
 * change shows, and nothing is monitored.
 *
 * @param build loads the server build, which is complete only after the module that calls this
 */
export async function start(build: () => Promise<ServerBuild>): Promise<void> {
  log("info", "site.started", { version, node: process.versions.node });
  const development = process.env.NODE_ENV === "development";
  // A reload would start it a second time.
  if (!development) await startMonitoring();
  void announceStart();
  startQuotes(development ? undefined : makeWatch);
  if (!development) loadFiles();
  serveWithPolicy();
  if (development) return;
  // After the site listens.
  setImmediate(async () => startPageCache(await build()));
}
