import { useRouteLoaderData } from "@remix-run/react";

/** The operator's facts about the company; they come from the settings. */
export type Business = {
  name: string;
  /** As people write it, e.g. "(269) 555-0123". */
  phone: string;
  /** The same as a `tel:` address. */
  phoneHref: string;
  email: string;
  address: { poBox: string; town: string; postalCode: string };
  facebookUrl: string | undefined;
};

/** What the root loader gives every page. */
export type SiteFacts = {
  business: Business;
  /** The site's own address, where the operator has given it: nothing else may be written into addresses. */
  siteOrigin: string | undefined;
  year: number;
  /** How many days a copy of an accepted request is kept; 0 keeps none. The privacy policy names them. */
  keepSentDays: number;
  /** The mark in this document's address, if it is genuine; see `useSent`. */
  sentMark: string | undefined;
};

/** Specification, "Audience" and "Business constants". */
export const HOURS = "Monday-Friday 8am-5pm";
/** The same for programs: hours of the day in Michigan, Monday to Friday. */
export const OFFICE = { opens: 8, closes: 17 } as const;
export const STATE = "MI";

/** The site's facts, or nothing where a request was refused before any loader ran. */
export const useSiteFacts = () => useRouteLoaderData("root") as SiteFacts | undefined;

/**
 * The company, for everything inside a page.
 *
 * @throws when used outside a rendered page, where the facts are not at hand
 */
export function useBusiness(): Business {
  const facts = useSiteFacts();
  if (!facts) throw new Error("useBusiness: the root loader has not run for this document");
  return facts.business;
}
