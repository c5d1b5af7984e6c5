import { hoursInWords } from "~/contractor-kit/hours.server";
import type { PagePath } from "~/contractor-kit/types";
import { HOURS, REGION } from "./company";

export const DESCRIPTIONS: Record<PagePath, string> = {
  "/": `Drain cleaning, sewer inspection, sump pumps and water heaters in ${REGION}.`,
  "/about": "Who we are.",
  "/services": "What we do.",
  "/contact": `Call ${hoursInWords(HOURS)}.`,
  "/privacy-policy": "What we keep.",
  "/terms-of-service": "How we work.",
};

export const BUSINESS_TYPE = "Plumber";
export const CATALOG = "Plumbing services";
export const PREVIEW_ALT = "A van in front of a house.";
