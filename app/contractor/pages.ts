import type { PagePath } from "~/content/types";
import { REGION } from "./company";

/** The title of each page in the browser's tab and in search results, without the company's name. */
export const TITLES: Record<PagePath, string> = {
  "/": `Excavation in ${REGION}`,
  "/about": "About Us",
  "/services": "Excavation Services",
  "/contact": "Contact Us",
  "/privacy-policy": "Privacy Policy",
  "/terms-of-service": "Terms of Service",
};
