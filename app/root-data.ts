import { useRouteLoaderData } from "@remix-run/react";
import type { Config } from "~/config/config.server";

export type Business = Config["business"];

/** What the root loader returns for every page. */
export type RootData = {
  business: Business;
  /** Undefined until the operator sets SITE_URL: no other host may appear in absolute URLs. */
  siteOrigin: string | undefined;
  /** Office hours, as visitors read them. */
  hours: string;
  /** What the owner wants visitors to know today. */
  notice?: string;
  /** The current year, in the company's time zone. */
  year: string;
  /** How long accepted requests are kept, for the privacy policy. */
  keepSentDays: number;
  /** The receipt token in the URL, if it is genuine; see `useReceipt`. */
  receiptToken: string | undefined;
};

/** Undefined if the request was rejected before any loader ran. */
export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;

/** The company. Only within a page: there the root loader has run. */
export const useBusiness = () => (useRootData() as RootData).business;
