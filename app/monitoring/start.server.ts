import { join } from "node:path";
import { config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { hourly } from "~/log/hourly-log.server";
import { log, onLog } from "~/log/log.server";
import { makeChannelWatch } from "~/monitoring/channel-watch.server";
import { checkSettings } from "~/monitoring/checks/check-settings.server";
import { runHeartbeat } from "~/monitoring/heartbeat.server";
import { toMessage } from "~/monitoring/messages.server";
import { serveMetrics } from "~/monitoring/metrics.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import { runWeeklyReport } from "~/monitoring/weekly-report.server";
import { disk } from "~/quote/outbox/disk.server";
import { listFiles } from "~/quote/outbox/durable-files.server";
import type { Index } from "~/quote/outbox/outbox.server";
import { leaderLock, outboxes } from "~/quote/quote-service.server";

const channelWatch = makeChannelWatch(log, outboxes);

/** Starts what tells the owner and the operator how the site is. Each part loads its library only if it is set. */
export async function startMonitoring(): Promise<void> {
  const { notify, heartbeatUrl, metricsPort, mailSettings, reportDay, business } = config;
  onLog(channelWatch.listen);
  if (notify) {
    const tell = makeNotifier(await makeSend(notify, business.name), log);
    onLog((...event) => {
      const message = toMessage(...event);
      if (message) tell(message);
    });
  }
  if (mailSettings && reportDay !== "none")
    void runWeeklyReport({ ...config, mailSettings, outboxes, leaderLock, log });
  if (metricsPort) await serveMetrics(metricsPort, config.host, outboxes);
  if (heartbeatUrl) void runHeartbeat(heartbeatUrl, outboxes);
}

/** Makes what watches one outbox: it is called with all that waits, where this process leads. */
export function makeWatch() {
  const look = makeWaitingWatch(log);
  return (seen?: Index): void => {
    if (seen) look(seen);
    void channelWatch.review();
  };
}

/** Logs at start what the operator must know: which settings are missing, and whether requests are kept. */
export async function announceStart(): Promise<void> {
  for (const { level, about, text } of checkSettings(config))
    if (level !== "ok")
      log(level === "fail" ? "error" : "warn", "settings.unset", { advice: `${about}: ${text}.` });
  const place = config.outboxDir;
  for (const { name, probe, advice } of outboxes) {
    const code = await probe().then(() => undefined, errorCode);
    if (!code) log("info", "outbox.durable", { place: name });
    // PostgreSQL's own line says that it is away.
    else if (name === place)
      hourly.log("error", "outbox.unwritable", { place, code, advice: advice.unwritable });
  }
  // A disk that cannot be read has its own line.
  const { length } = await disk(() => listFiles(join(place, "suspect"))).catch(() => []);
  if (length === 0) return;
  const advice = `Version 1.0.0 set these requests aside as spam and did not send them. To send them: mv ${place}/suspect/*.json ${place}/new/`;
  log("warn", "outbox.leftover", { count: length, advice });
}
