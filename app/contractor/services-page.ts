import type { Drawing } from "~/contractor-kit/types";
import { capitalized, numberWord } from "~/contractor-kit/words";
import { REGION } from "./company";
import { SERVICES } from "./services";

/** At the top. The owner chose the badge and the title. */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: `${capitalized(numberWord(Object.keys(SERVICES).length))} services for homes and businesses in ${REGION}. Each model shows what goes into the ground.`,
};

/** Around the drawings. */
export const DRAWINGS_SECTION = {
  heading: "Under the surface",
  note: "Typical layouts, not to scale. Yours depends on your soil and permit.",
};

/** Two cross-sections. They show the usual construction, and say so. The numbers are in the drawings. */
export const DRAWINGS: readonly Drawing[] = [
  {
    name: "septic",
    title: "A septic system, cut open",
    alt: "Cross-section of the ground, from the house to the tank, the distribution box and the drain field.",
    parts: ["House sewer, 1/8 to 1/4 inch of fall per foot", "Tank", "Distribution box", "Drain field"],
  },
  {
    name: "driveway",
    title: "A gravel driveway, cut open",
    alt: "Cross-section of a gravel driveway, higher in the middle, with a ditch on each side.",
    parts: ["Graded subgrade", "Fabric", "Crushed base", "Finish gravel, crowned"],
  },
];
