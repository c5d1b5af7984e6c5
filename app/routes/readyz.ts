import type { LoaderFunctionArgs } from "@remix-run/node";
import { isReportPass, reportOn } from "~/quote/outbox/self-report.server";
import { isReady, outbox } from "~/quote/quote-service.server";

/**
 * Whether requests can be kept; 503 if not. The public learns no more: the metrics port has the numbers. The doctor, who has
 * the pass, gets a report.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const hasPass = await isReportPass(request.headers.get("authorization"), outbox);
  const report = hasPass ? await reportOn(outbox) : undefined;
  const ready = report ? !report.code : await isReady();
  return Response.json(
    { outbox: ready ? "writable" : "unwritable", report },
    { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } },
  );
}
