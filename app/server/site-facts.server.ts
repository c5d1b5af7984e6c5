import { servedStamp } from "~/quote/desk.server";
import { config } from "~/server/config.server";
import type { SiteFacts } from "~/site/business";

/** What every page tells of the company, and the time its forms are served at. */
export const siteFacts = async (): Promise<SiteFacts> => ({
  business: config.business,
  siteOrigin: config.siteUrlGiven ? config.siteOrigin : undefined,
  year: new Date().getFullYear(),
  served: await servedStamp(),
});
