import { formatHours } from "~/content/office-hours.server";
import type { PagePath } from "~/content/types";
import { HOURS, REGION } from "./company";

export const DESCRIPTIONS: Record<PagePath, string> = {
  "/": `Drain cleaning, sewer inspection, sump pumps and water heaters in ${REGION}.`,
  "/about": "A plumbing company with a shop and a van: drains, sewers, pumps and heaters.",
  "/services": "Drain cleaning, sewer camera inspection, sump pumps and water heaters.",
  "/contact": `Tell us what is wrong, or call ${formatHours(HOURS)}.`,
  "/privacy-policy": "What we keep of a request for a quote, and for how long.",
  "/terms-of-service": "How we work: what a quote costs, and what it holds.",
};

export const BUSINESS_TYPE = "Plumber";
export const CATALOG = "Plumbing services";
export const PREVIEW_ALT = "A van in front of a house.";
