import { HOURS, hoursInWords } from "~/site/hours.server";
import type { PagePath } from "~/site/pages";

/** What search engines show below the title: unique, at most 155 characters. */
export const DESCRIPTIONS: Record<PagePath, string> = {
  "/": "Septic systems, basements, pools, driveways, GPS dozer work and snow plowing in Southwest Michigan. Family business since 1991. Free quotes.",
  "/about":
    "A three-generation family excavation business in Southwest Michigan, founded in 1991. What we do, where, and how we do business.",
  "/services":
    "Septic systems and drain fields, basement and pool excavation, driveways, dozer work and snow plowing around Battle Creek, Coldwater and Union City.",
  "/contact": `Tell us about your project in Southwest Michigan: ask for a free quote, or call ${hoursInWords(HOURS)}. Plus what Michigan requires before you dig.`,
  "/privacy-policy": "What this website learns about you, what we do with it, and how we protect it.",
  "/terms-of-service":
    "The terms for using this website and for the work we do: quotes, payment, changes and timelines.",
};
