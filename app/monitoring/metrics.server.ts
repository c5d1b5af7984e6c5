import { createServer } from "node:http";
import { log, onLog } from "~/log/log.server";
import { countAll } from "~/monitoring/checks/count-all.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { version } from "../../package.json";

/** Serves Prometheus metrics on a separate port. Labels are states, channels and classes, never input. */
export async function serveMetrics(port: number, host: string | undefined, outboxes: readonly Outbox[]) {
  const { Counter, collectDefaultMetrics, Histogram, register } = await import("prom-client");
  collectDefaultMetrics();
  const requests = new Counter({
    name: "quote_requests_total",
    help: "Requests that arrived, by what became of them at first.",
    labelNames: ["form", "state"],
  });
  const attempts = new Histogram({
    name: "quote_attempt_seconds",
    help: "Attempts to send a request, by channel and class.",
    labelNames: ["channel", "class"],
    buckets: [0.1, 0.3, 1, 3, 10, 30],
  });
  const problems = new Counter({
    name: "site_problems_total",
    help: "Log lines of level warn and error, by event.",
    labelNames: ["event", "level"],
  });

  /** Both gauges of one scrape, from one count. Throws if the outbox cannot be counted. */
  async function countOutbox(): Promise<string> {
    const { oldest, ...counts } = await countAll(outboxes);
    const seconds = oldest ? Math.max(0, (Date.now() - Date.parse(oldest)) / 1000) : 0;
    return [
      "# HELP outbox_requests Requests in the outbox, by state.",
      "# TYPE outbox_requests gauge",
      ...Object.entries(counts).map(([state, count]) => `outbox_requests{state="${state}"} ${count}`),
      "# HELP outbox_oldest_seconds Age of the oldest waiting request; 0 if none waits.",
      "# TYPE outbox_oldest_seconds gauge",
      `outbox_oldest_seconds ${seconds}\n`,
    ].join("\n");
  }

  onLog((level, event, { form, state, channel, class: attemptClass, ms }) => {
    if (event === "quote.arrived") requests.inc({ form, state });
    if (channel && attemptClass && ms !== undefined)
      attempts.observe({ channel, class: attemptClass }, ms / 1000);
    if (level === "warn" || level === "error") problems.inc({ event, level });
  });

  const server = createServer(async ({ url }, response) => {
    // The public /healthz says only "ok": a version tells an attacker what to try.
    if (url === "/healthz") return response.end(`ok ${version}\n`);
    if (url !== "/metrics") return response.writeHead(404).end();
    const text = await register.metrics().catch(() => undefined);
    if (text === undefined) return response.writeHead(500).end();
    // An old number would hide that the outbox cannot be counted.
    const counted = await countOutbox().catch(() => "");
    response.writeHead(200, { "content-type": register.contentType }).end(text + counted);
  });
  server.on("error", ({ code }: NodeJS.ErrnoException) => {
    const advice = "No metrics are served. Set METRICS_PORT to a free port.";
    log("error", "metrics.failed", { code, advice });
  });
  server.listen(port, host).unref();
}
