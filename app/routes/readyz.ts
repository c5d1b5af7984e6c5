import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { checkDatabase, checkFormerDatabase, checkOutbox } from "~/monitoring/checks/check-outbox.server";
import { ok } from "~/monitoring/checks/finding";
import { makeReadiness } from "~/monitoring/checks/readiness.server";
import { isReportPass, marksOf } from "~/monitoring/checks/report-pass.server";
import { folder, outbox, postgres } from "~/quote/quote-service.server";
import { version } from "../../package.json";

const isReady = makeReadiness([outbox]);
const headers = { "Cache-Control": "no-store" };

/** Whether requests can be kept; 503 if not. The public learns no more; the doctor, who has the pass, gets a report. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (await isReportPass(request.headers.get("authorization"), folder)) {
    const site = ok("running site", `version ${version}, as user ${process.getuid?.()}`);
    const marks = await marksOf(config, await folder.idKey());
    const stores = await checkOutbox(folder);
    stores.push(
      ...(postgres
        ? await checkDatabase(postgres.troubles, postgres.outbox)
        : await checkFormerDatabase(folder)),
    );
    return Response.json({ report: [site, ...stores], ...marks }, { headers });
  }
  const ready = await isReady();
  return Response.json({ outbox: ready ? "writable" : "unwritable" }, { status: ready ? 200 : 503, headers });
}
