import { useRouteLoaderData } from "@remix-run/react";
import type { Config } from "~/config/config.server";

type Business = Config["business"];

/** What the root loader returns for every page. */
export type RootData = {
  business: Business;
  /** Undefined unless the operator has set SITE_URL. Then there are no absolute URLs. */
  siteOrigin: string | undefined;
  /** Office hours: see `formatHours`. */
  hours: string;
  /** The footer's blurb, and the towns that we serve. As code, they would load with every form. */
  blurb: string;
  towns: string;
  /** The owner's notice, until its date. */
  notice?: string;
  /** The current year, in the company's time zone. */
  year: string;
  /** How long accepted requests are kept, for the privacy policy. */
  keepSentDays: number;
  /** Whether a form-forwarding service carries requests, for the privacy policy. */
  hasService: boolean;
  /** The receipt token in the URL, if genuine; see `useReceipt`. */
  receiptToken: string | undefined;
};

/** Undefined if an error page is shown because the root loader failed or did not run. */
export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;

/** The company. Call it only within a page, where the root loader has run. */
export const useBusiness = () => (useRootData() as RootData).business;
