import type { Hero, Season } from "~/content/types";
import { FOUNDED, QUOTE_DAYS, REGION } from "./company";
import { WHAT_WE_DO } from "./service-sentences";
import { SERVICES } from "./services";

/** Top of the home page. The owner chose the badge and stated the facts. */
export const HOME_HERO: Hero = {
  badge: "Professional Excavation Services",
  title: `Septic, Excavation and Site Prep in ${REGION}`,
  text: `We ${WHAT_WE_DO}.`,
  facts: [
    `Since ${FOUNDED}`,
    "Three generations",
    "Homes and businesses",
    `Free quote, valid ${QUOTE_DAYS} days`,
  ],
  image: {
    name: "hero",
    largest: 1600,
    alt: "Model of a construction site in cutaway ground: an excavator loads soil into a dump truck beside a white house, with two crew members, an open pit and survey stakes.",
  },
};

/** Replaces parts of HOME_HERO in winter. The text repeats features of snow plowing in service-details.ts. */
export const WINTER_HERO = {
  title: `Snow Plowing and Excavation in ${REGION}`,
  text: "We plow, spread salt and sand where it's slick, and offer 24/7 emergency service.",
  image: {
    name: "snow",
    largest: 1600,
    alt: "Model of a plow truck at dusk with its lights on, pushing snow off the lane in front of a house.",
  },
};

/** In spring, below the words; see the frost laws in regulations.ts. "May": the limits of the day are unknown. */
export const SPRING_NOTICE = {
  text: "In spring, heavy loads may have to wait until the road agency lifts the",
  link: "frost laws",
  to: "/services#rules",
};

export const SEASONS: readonly Season[] = [
  ...("snow-plowing" in SERVICES ? [{ months: [12, 1, 2], hero: WINTER_HERO, dusk: true as const }] : []),
  { months: [3, 4, 5], notice: SPRING_NOTICE },
];
