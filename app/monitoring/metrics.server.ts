import { createServer } from "node:http";
import { log, onLog } from "~/log/log.server";
import type { Condition } from "~/monitoring/conditions/condition.server";
import { CONDITION_IDS } from "~/monitoring/conditions/conditions.server";
import { countsOf, makeReadOutbox, oldestOf } from "~/monitoring/read-outbox.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { version } from "../../package.json";

/** Serves Prometheus metrics on a separate port. Labels are states, channels and classes, never input. */
export async function serveMetrics(
  port: number,
  host: string | undefined,
  outbox: Outbox,
  conditions: () => readonly Condition[] | undefined,
) {
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
  const readOutbox = makeReadOutbox(outbox);

  /** Both gauges of one scrape, from one count. Throws if the outbox cannot be counted. */
  async function countOutbox(): Promise<string> {
    const found = await readOutbox(new Date());
    const counts = countsOf(found);
    const seconds = Math.max(0, Date.now() - oldestOf(found.waiting, Date.now())) / 1000;
    return [
      "# HELP outbox_requests Requests in the outbox, by state.",
      "# TYPE outbox_requests gauge",
      ...Object.entries(counts).map(([state, count]) => `outbox_requests{state="${state}"} ${count}`),
      "# HELP outbox_oldest_seconds Age of the oldest waiting request; 0 if none waits.",
      "# TYPE outbox_oldest_seconds gauge",
      `outbox_oldest_seconds ${seconds}\n`,
    ].join("\n");
  }

  /** Each condition, 1 while it holds. Nothing before the first look. */
  function holding(): string {
    const found = conditions();
    if (!found) return "";
    const ids = new Set([...CONDITION_IDS, ...found.map(({ id }) => id)]);
    const lines = [...ids].map(
      (id) => `site_condition{condition="${id}"} ${found.some((condition) => condition.id === id) ? 1 : 0}`,
    );
    return `# HELP site_condition Conditions that the owner should know of, 1 while they hold.\n# TYPE site_condition gauge\n${lines.join("\n")}\n`;
  }

  onLog((_, event, { form, state, channel, class: attemptClass, ms }) => {
    if (event === "quote.arrived") requests.inc({ form, state });
    if (channel && attemptClass && ms !== undefined)
      attempts.observe({ channel, class: attemptClass }, ms / 1000);
  });

  const server = createServer(async ({ url }, response) => {
    // The public /healthz says only "ok": a version tells an attacker what to try.
    if (url === "/healthz") return response.end(`ok ${version}\n`);
    if (url !== "/metrics") return response.writeHead(404).end();
    const text = await register.metrics().catch(() => undefined);
    if (text === undefined) return response.writeHead(500).end();
    // An old number would hide that the outbox cannot be counted.
    const counted = await countOutbox().catch(() => "");
    response.writeHead(200, { "content-type": register.contentType }).end(text + holding() + counted);
  });
  server.on("error", ({ code }: NodeJS.ErrnoException) => {
    const advice = "No metrics are served. Set METRICS_PORT to a free port.";
    log("error", "metrics.failed", { code, advice });
  });
  server.listen(port, host).unref();
}
