import type { PagePath } from "~/content/types";
import { REGION } from "./company";

export const TITLES: Record<PagePath, string> = {
  "/": `Drain Cleaning in ${REGION}`,
  "/about": "About Us",
  "/services": "Drains, Sewers and Pumps",
  "/contact": "Contact Us",
  "/privacy-policy": "Privacy",
  "/terms-of-service": "Terms",
};
