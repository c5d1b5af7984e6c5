import { capitalize, formatList } from "~/content/format";
import { formatHours, groupByHours } from "~/content/office-hours.server";
import type { PagePath } from "~/content/types";
import { TOWN_NAMES } from "./area";
import { FOUNDED, HOURS, REGION, STATE } from "./company";
import { OUR_WORK } from "./service-sentences";

/** Only if they are short: more than one group of days would be too long for a description. */
const CALL_HOURS = groupByHours(HOURS).length === 1 ? ` ${formatHours(HOURS)}` : "";

/** What search engines show below the title: unique, at most 155 characters. */
export const DESCRIPTIONS: Record<PagePath, string> = {
  "/": `${capitalize(OUR_WORK)} in ${REGION}. Family business since ${FOUNDED}. Free quotes.`,
  "/about": `A three-generation family excavation business in ${REGION}, founded in ${FOUNDED}. What we do, where, and how we do business.`,
  "/services": `${capitalize(OUR_WORK)} around ${formatList(TOWN_NAMES.slice(0, 3))}.`,
  "/contact": `Tell us about your project in ${REGION}: ask for a free quote, or call${CALL_HOURS}. Plus what ${STATE.name} requires before you dig.`,
  "/privacy-policy": "What this website learns about you, what we do with it, and how we protect it.",
  "/terms-of-service":
    "The terms for using this website and for the work we do: quotes, payment, changes and timelines.",
};

/** The schema.org type of the business. */
export const BUSINESS_TYPE = "GeneralContractor";

/** The heading of its services in structured data. */
export const CATALOG = "Excavation services";

/** Alt text of the picture of a link preview, public/og.jpg. */
export const PREVIEW_ALT = `Model of a construction site in cutaway ground. Excavation and site preparation, ${REGION}.`;
