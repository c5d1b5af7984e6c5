import { config } from "~/config/config.server";
import { log, onLog } from "~/log/log.server";
import { makeChannelWatch } from "~/monitoring/channel-watch.server";
import { runHeartbeat } from "~/monitoring/heartbeat.server";
import { toMessage } from "~/monitoring/messages.server";
import { serveMetrics } from "~/monitoring/metrics.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeSend } from "~/monitoring/send.server";
import { makeWaitingWatch } from "~/monitoring/waiting-watch.server";
import { runWeeklyReport } from "~/monitoring/weekly-report.server";
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
