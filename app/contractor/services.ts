import type { ServiceInShort } from "~/content/types";

/** In the order of the form. Each id is in URLs and in stored requests, so keep it when you reword a title. */
export const SERVICES = {
  "septic-drain-field": {
    title: "Septic & Drain Field Installation",
    short: "Septic",
    picture: "septic",
    onHome: true,
  },
  "basement-excavation": {
    title: "Basement Excavation",
    short: "Basement",
    picture: "basement",
    onHome: true,
  },
  "pool-excavation": { title: "Pool Excavation", short: "Pool", picture: "pool" },
  "driveway-construction": { title: "Driveway Construction", short: "Driveway", picture: "driveway" },
  "snow-plowing": { title: "Snow Plowing", short: "Snow", picture: "snow" },
  "gps-dozer-work": { title: "GPS Dozer Work", short: "GPS Dozer", picture: "dozer", onHome: true },
} as const satisfies Record<string, ServiceInShort>;

export type ServiceId = keyof typeof SERVICES;
