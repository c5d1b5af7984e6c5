import type { ServerBuild } from "@remix-run/node";
import { config } from "~/config/config.server";
import { startPageCache } from "~/http/cache/page-cache.server";
import { loadFiles } from "~/http/cache/static-files.server";
import { isDevelopment, serveWithPolicy } from "~/http/serve.server";
import { log, onLog } from "~/log/log.server";
import { makeGather } from "~/monitoring/gather.server";
import { makeHealth } from "~/monitoring/health.server";
import { INSTANCE } from "~/monitoring/health-file.server";
import { makeHeartbeat } from "~/monitoring/heartbeat.server";
import { serveMetrics } from "~/monitoring/metrics.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeObserved } from "~/monitoring/observed.server";
import { makeSend } from "~/monitoring/send.server";
import { makeWeeklyEmail } from "~/monitoring/weekly-email.server";
import { channels } from "~/quote/delivery/channels/channels.server";
import { cleanForm } from "~/quote/intake/clean-form.server";
import type { Snapshot } from "~/quote/outbox/outbox.server";
import { outbox, receiptTokens, startQuotes, turnedAway } from "~/quote/quote-service.server";
import { version } from "../../package.json";

/**
 * Starts everything. In development nothing is cached, so every change shows, and nothing is monitored.
 *
 * @param build loads the server build, which is complete only after the module that calls this
 */
export async function start(build: () => Promise<ServerBuild>): Promise<void> {
  log("info", "site.started", { version, node: process.versions.node });
  // A reload in development would start it a second time.
  const look = isDevelopment() ? undefined : await startMonitoring();
  void outbox
    .probe()
    .then(() => log("info", "outbox.durable", { place: outbox.name }))
    .catch(() => {}); // The first look says what is wrong.
  startQuotes(look);
  if (look) loadFiles();
  serveWithPolicy({ cleanForm, isGenuine: receiptTokens.isGenuine });
  // After the site listens.
  if (look) setImmediate(async () => startPageCache(await build()));
}

/** Makes the monitoring. Returns its `look`, which gets the snapshot if this process redelivers. */
async function startMonitoring(): Promise<(seen?: Snapshot) => void> {
  const { notify, heartbeatUrl, metricsPort, mailSettings, reportDay, business } = config;
  const now = () => new Date();
  const observed = makeObserved(now);
  onLog(observed.listen);
  const notifier = notify && makeNotifier(makeSend(notify, business.name), observed);
  if (notifier) {
    onLog((_, event, facts) => event === "quote.arrived" && notifier.arrived(facts));
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, notifier.flush);
  }
  const shared = { outbox, observed, log };
  const hasReport = mailSettings && reportDay !== "none";
  const { look, conditions } = makeHealth({
    ...{ ...shared, now, notifier, version, instance: INSTANCE, settings: config.fingerprint },
    gather: makeGather({ ...shared, channels, config, turnedAway: turnedAway.lastHour, now }),
    beat: heartbeatUrl ? makeHeartbeat(heartbeatUrl, observed) : undefined,
    weekly: hasReport ? makeWeeklyEmail({ ...config, ...shared, mailSettings }) : undefined,
  });
  if (metricsPort) await serveMetrics(metricsPort, config.host, outbox, conditions);
  return (seen) => void look(seen);
}
