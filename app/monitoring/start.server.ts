import { config } from "~/config/config.server";
import { log, onLog } from "~/config/log.server";
import { makeMessages } from "~/monitoring/messages.server";
import { channels } from "~/quote/delivery/channels.server";
import { outbox, shelves, turn } from "~/quote/quote-service.server";

/** Starts what tells the owner and the operator how the site is. Each part is loaded only if it is set. */
export async function startMonitoring(): Promise<void> {
  const { notify, heartbeatUrl, mailbox, metricsPort, mailSettings, reportDay, keepSentDays, business } =
    config;
  if (notify) {
    const [{ makeSend }, { makeNotifier }] = await Promise.all([
      import("~/monitoring/send.server"),
      import("~/monitoring/notifier.server"),
    ]);
    const tell = makeNotifier(await makeSend(notify, business.name), log);
    const toMessage = makeMessages();
    onLog((level, event, facts = {}) => {
      const message = toMessage(level, event, facts);
      if (message) tell(message);
    });
  }
  if (mailSettings && reportDay !== "none") {
    const { runWeeklyReport } = await import("~/monitoring/weekly-report.server");
    const deps = { mailSettings, day: reportDay, name: business.name, keepSentDays, shelves, log };
    void runWeeklyReport({ ...deps, turn: turn("report") });
  }
  if (metricsPort) {
    const { serveMetrics } = await import("~/monitoring/metrics.server");
    await serveMetrics(metricsPort, process.env.HOST, outbox);
  }
  if (heartbeatUrl) {
    const { runHeartbeat } = await import("~/monitoring/heartbeat.server");
    void runHeartbeat(heartbeatUrl, outbox, log);
  }
  if (mailbox && channels.length > 0) {
    const [{ openMailbox }, { prove }, { runProver }] = await Promise.all([
      import("~/monitoring/mailbox.server"),
      import("~/monitoring/prove.server"),
      import("~/monitoring/prover.server"),
    ]);
    const stopping = new AbortController();
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stopping.abort());
    const look = openMailbox(mailbox, stopping.signal);
    const everyDays = config.proveEveryDays;
    void runProver({ turn: turn("proof"), everyDays, prove: () => prove(channels, look, config), log });
  }
}
