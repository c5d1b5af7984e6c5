import { isReady } from "~/quote/quote-service.server";

/** Whether requests can be kept; 503 if not. The public learns no more: the metrics port has the numbers. */
export async function loader() {
  const ready = await isReady();
  return Response.json(
    { outbox: ready ? "writable" : "unwritable" },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
