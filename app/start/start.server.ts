import type { ServerBuild } from "@remix-run/node";
import { config } from "~/config/config.server";
import { startPageCache } from "~/http/cache/page-cache.server";
import { loadFiles } from "~/http/cache/static-files.server";
import { serveWithPolicy } from "~/http/serve.server";
import { errorCode } from "~/log/error-code";
import { log, onLog } from "~/log/log.server";
import { throttledLog } from "~/log/throttled-log.server";
import { makeChannelWatch } from "~/monitoring/channel-watch.server";
import { checkFormerDatabase } from "~/monitoring/checks/check-outbox.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import type { Finding } from "~/monitoring/checks/finding";
import { runHeartbeat } from "~/monitoring/heartbeat.server";
import { toMessage } from "~/monitoring/messages.server";
import { serveMetrics } from "~/monitoring/metrics.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import { runWeeklyReport } from "~/monitoring/weekly-report.server";
import { cleanForm } from "~/quote/intake/clean-form.server";
import type { Snapshot } from "~/quote/outbox/outbox.server";
import {
  folder,
  outbox,
  postgres,
  receiptTokens,
  redeliveryLock,
  startQuotes,
} from "~/quote/quote-service.server";
import { version } from "../../package.json";

/**
 * Starts everything: the policy, the caches, the log's first lines, redelivery. In development nothing is cached, so every
 * change shows, and nothing is monitored.
 *
 * @param build loads the server build, which is complete only after the module that calls this
 */
export async function start(build: () => Promise<ServerBuild>): Promise<void> {
  log("info", "site.started", { version, node: process.versions.node });
  // A reload in development would start it a second time.
  const watch = process.env.NODE_ENV === "development" ? undefined : await startMonitoring();
  void announceStart();
  startQuotes(watch);
  if (watch) loadFiles();
  serveWithPolicy({ cleanForm, isGenuine: receiptTokens.isGenuine });
  // After the site listens.
  if (watch) setImmediate(async () => startPageCache(await build()));
}

/**
 * Starts what tells the owner and the operator how the site is. Each part loads its library only if it is set.
 *
 * @returns what watches the outbox: it is called with all that waits, where this process redelivers
 */
async function startMonitoring(): Promise<(seen?: Snapshot) => void> {
  const { notify, heartbeatUrl, metricsPort, mailSettings, reportDay, business } = config;
  const channelWatch = makeChannelWatch(log, [outbox]);
  onLog(channelWatch.listen);
  if (notify) {
    const { notify: tell, flush } = makeNotifier(await makeSend(notify, business.name), log);
    onLog((...event) => tell(toMessage(...event)));
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, flush);
  }
  if (mailSettings && reportDay !== "none")
    void runWeeklyReport({ ...config, mailSettings, outboxes: [outbox], redeliveryLock, log });
  if (metricsPort) await serveMetrics(metricsPort, config.host, [outbox]);
  if (heartbeatUrl) void runHeartbeat(heartbeatUrl, [outbox]);
  const look = makeWaitingWatch(log);
  return (seen) => {
    if (seen) look(seen);
    void channelWatch.review();
  };
}

/** Logs at start what the operator must know: which settings are missing, and whether requests are kept. */
async function announceStart(): Promise<void> {
  const say = ({ level, about, text }: Finding) =>
    level !== "ok" &&
    log(level === "fail" ? "error" : "warn", "settings.unset", { advice: `${about}: ${text}.` });
  checkSettings(config).forEach(say);
  if (!postgres) (await checkFormerDatabase(folder)).forEach(say);
  const { name: place, probe, idKey, advice } = outbox;
  await idKey().catch(() => {}); // Makes what is missing, and says so.
  const code = await probe().then(() => undefined, errorCode);
  if (!code) log("info", "outbox.durable", { place });
  else throttledLog.log("error", "outbox.unwritable", { place, code, advice: advice.unwritable });
}
