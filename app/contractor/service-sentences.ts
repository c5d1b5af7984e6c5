import { formatDeeds, formatList } from "~/content/format";
import type { ServiceWords } from "~/content/types";
import { SERVICES, type ServiceId } from "./services";

/** How sentences speak of each service, in their order. */
const WORDS: Record<ServiceId, ServiceWords> = {
  "septic-drain-field": {
    does: ["put in", "septic systems"],
    called: "septic systems",
    about: "We put in septic systems and drain fields.",
  },
  "basement-excavation": {
    does: ["dig", "basements"],
    called: "basements",
    about: "We dig basements to the lines on your plans.",
  },
  "pool-excavation": {
    does: ["dig", "pools"],
    called: "pools",
    about: "We dig pools alongside your pool installer.",
  },
  "driveway-construction": {
    does: ["build", "driveways"],
    called: "driveways",
    about: "We build driveways from the base up.",
  },
  "gps-dozer-work": {
    called: "GPS dozer work",
    about: "With a GPS-guided dozer, we clear and grade land.",
  },
  "snow-plowing": {
    does: ["plow", "snow"],
    called: "snow plowing",
    about: "In winter we plow snow and spread salt and sand.",
  },
};

const words = Object.values(WORDS);
const isOnHome = (id: string) => "onHome" in (SERVICES[id as ServiceId] ?? {});
const others = Object.entries(WORDS).flatMap(([id, service]) => (isOnHome(id) ? [] : [service]));

/** "put in septic systems, dig basements and pools, build driveways and plow snow" */
export const WHAT_WE_DO = formatDeeds(words);
/** The same of the services without a card on the home page. */
export const WHAT_ELSE_WE_DO = formatDeeds(others);
/** "septic systems, basements, pools, driveways, GPS dozer work and snow plowing" */
export const OUR_WORK = formatList(words.map(({ called }) => called));
/** A sentence about each service. */
export const KINDS_OF_WORK = words.map(({ about }) => about).join(" ");
