import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { sentMarks } from "~/quote/quote-service.server";
import type { SiteFacts } from "~/site/business";
import { today } from "~/site/michigan-time.server";

/** The company facts each page needs, and its sent mark if genuine. */
export async function siteFacts({ request }: LoaderFunctionArgs): Promise<SiteFacts> {
  const mark = new URL(request.url).searchParams.get("mark");
  return {
    business: config.business,
    siteOrigin: config.siteUrlGiven ? config.siteOrigin : undefined,
    year: today().slice(0, 4),
    keepSentDays: config.keepSentDays,
    sentMark: mark && (await sentMarks.isGenuine(mark)) ? mark : undefined,
  };
}
