import { createServer } from "node:http";
import { log, onLog } from "~/log/log.server";
import type { Condition } from "~/monitoring/conditions/condition.server";
import { CONDITION_IDS } from "~/monitoring/conditions/conditions.server";
import { earliest } from "~/monitoring/conditions/words.server";
import { countsOf, makeReadOutbox } from "~/monitoring/read-outbox.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { version } from "../../package.json";

/** Serves Prometheus metrics on a separate port. Labels are states, channels and classes, never input. */
export async function serveMetrics(
  port: number,
  host: string | undefined,
  outbox: Outbox,
  conditions: () => readonly Condition[] | undefined,
) {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, register } = await import("prom-client");
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
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name, help, labelNames });
  const stored = gauge("outbox_requests", "Requests in the outbox, by state.", "state");
  const oldest = gauge("outbox_oldest_seconds", "Age of the oldest waiting request; 0 if none waits.");
  const holding = gauge(
    "site_condition",
    "Conditions that the owner should know of, 1 while they hold.",
    "condition",
  );
  const readOutbox = makeReadOutbox(outbox);

  /** Sets the gauges. What is not known is absent: an old number would hide that the outbox cannot be counted. */
  async function setGauges(): Promise<void> {
    const found = await readOutbox(new Date()).catch(() => undefined);
    stored.reset();
    oldest.remove();
    holding.reset();
    if (found) {
      for (const [state, count] of Object.entries(countsOf(found))) stored.set({ state }, count);
      oldest.set(Math.max(0, Date.now() - earliest(found.waiting.map(({ sinceMs }) => sinceMs))) / 1000);
    }
    const held = conditions();
    if (held) for (const condition of CONDITION_IDS) holding.set({ condition }, 0);
    for (const { id } of held ?? []) holding.set({ condition: id }, 1);
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
    await setGauges();
    const text = await register.metrics().catch(() => undefined);
    if (text === undefined) return response.writeHead(500).end();
    response.writeHead(200, { "content-type": register.contentType }).end(text);
  });
  server.on("error", ({ code }: NodeJS.ErrnoException) => {
    const advice = "No metrics are served. Set METRICS_PORT to a free port.";
    log("error", "metrics.failed", { code, advice });
  });
  server.listen(port, host).unref();
}
