import { config } from "~/config/config.server";
import { readiness } from "~/quote/quote-service.server";

/**
 * Whether requests can be kept, and how many wait; 503 where they cannot be. For monitoring: no personal data. Where
 * metrics tell the numbers, the public learns only yes or no.
 */
export async function loader() {
  const state = await readiness();
  return Response.json(config.metricsPort ? { outbox: state.outbox } : state, {
    status: state.outbox === "writable" ? 200 : 503,
    headers: { "Cache-Control": "no-store" },
  });
}
