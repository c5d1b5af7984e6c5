import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "~/config/config.server";
import { formatHours } from "~/content/office-hours.server";
import { TOWN_NAMES } from "~/contractor/area";
import { HOURS } from "~/contractor/company";
import { FOOTER_BLURB } from "~/contractor/shared";
import { today } from "~/local-time.server";
import { receiptTokens } from "~/quote/quote-service.server";
import type { RootData } from "~/root-data";

/** The company facts that every page needs, and the URL's receipt token if genuine. */
export async function loader({ request }: LoaderFunctionArgs): Promise<RootData> {
  const receiptToken = new URL(request.url).searchParams.get("mark");
  return {
    business: config.business,
    siteOrigin: config.siteUrlGiven ? config.siteOrigin : undefined,
    hours: formatHours(HOURS),
    blurb: FOOTER_BLURB,
    towns: TOWN_NAMES.join(", "),
    ...(config.notice && today() <= config.notice.until && { notice: config.notice.text }),
    year: today().slice(0, 4),
    keepSentDays: config.keepSentDays,
    hasService: config.forwardUrl !== undefined || config.mailSettings === undefined,
    receiptToken: receiptToken && (await receiptTokens.isGenuine(receiptToken)) ? receiptToken : undefined,
  };
}
