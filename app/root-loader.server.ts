import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { sentMarks } from "~/quote/quote-service.server";
import type { SiteFacts } from "~/site/business";

/** What every page tells of the company, and whether its address tells of a request. */
export async function siteFacts({ request }: LoaderFunctionArgs): Promise<SiteFacts> {
  const mark = new URL(request.url).searchParams.get("mark");
  return {
    business: config.business,
    siteOrigin: config.siteUrlGiven ? config.siteOrigin : undefined,
    year: new Date().getFullYear(),
    keepSentDays: config.keepSentDays,
    sentMark: mark && (await sentMarks.isGenuine(mark)) ? mark : undefined,
  };
}
