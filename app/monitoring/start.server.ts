import { config } from "~/config/config.server";
import { log, onLog } from "~/log/log.server";
import { runHeartbeat } from "~/monitoring/heartbeat.server";
import { makeMessages } from "~/monitoring/messages.server";
import { serveMetrics } from "~/monitoring/metrics.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeReportDate } from "~/monitoring/report-date.server";
import { makeSend } from "~/monitoring/send.server";
import { runWeeklyReport } from "~/monitoring/weekly-report.server";
import { leaderLock, outbox, outboxes } from "~/quote/quote-service.server";

/** Starts what tells the owner and the operator how the site is. Each part loads its library only if it is set. */
export async function startMonitoring(): Promise<void> {
  const { notify, heartbeatUrl, metricsPort, mailSettings, reportDay, keepSentDays, business } = config;
  if (notify) {
    const tell = makeNotifier(await makeSend(notify, business.name), log);
    const toMessage = makeMessages();
    onLog((level, event, facts = {}) => {
      const message = toMessage(level, event, facts);
      if (message) tell(message);
    });
  }
  if (mailSettings && reportDay !== "none") {
    const siteHost = new URL(config.siteOrigin).hostname;
    const about = { day: reportDay, name: business.name, siteHost, keepSentDays };
    const reportDate = makeReportDate(outbox);
    void runWeeklyReport({ mailSettings, ...about, outboxes, reportDate, leaderLock, log });
  }
  if (metricsPort) await serveMetrics(metricsPort, config.host, outboxes);
  if (heartbeatUrl) void runHeartbeat(heartbeatUrl, outboxes);
}
