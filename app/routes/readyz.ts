import { INSTANCE } from "~/monitoring/health-file.server";
import { outbox } from "~/quote/quote-service.server";

/** A test write costs a flush, so one result serves everybody for this long, in milliseconds. */
const FRESH_MS = 5_000;
let latest: { isReady: Promise<boolean>; atMs: number } | undefined;

/** Whether a request can be stored; 503 if not. The header tells the doctor which process responds. */
export async function loader() {
  const nowMs = performance.now();
  if (!latest || nowMs - latest.atMs >= FRESH_MS)
    latest = {
      isReady: outbox.probe().then(
        () => true,
        () => false,
      ),
      atMs: nowMs,
    };
  const isReady = await latest.isReady;
  const headers = { "Cache-Control": "no-store", "X-Instance": INSTANCE };
  return Response.json(
    { outbox: isReady ? "writable" : "unwritable" },
    { status: isReady ? 200 : 503, headers },
  );
}
