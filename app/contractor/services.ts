/** Service ids, as in URLs and requests, and their titles. */
export const SERVICE_TITLES = {
  "septic-drain-field": "Septic & Drain Field Installation",
  "basement-excavation": "Basement Excavation",
  "pool-excavation": "Pool Excavation",
  "driveway-construction": "Driveway Construction",
  "snow-plowing": "Snow Plowing",
  "gps-dozer-work": "GPS Dozer Work",
} as const;

export type ServiceId = keyof typeof SERVICE_TITLES;

export const isServiceId = (id: string) => Object.keys(SERVICE_TITLES).includes(id);

/** Whether a service has a card on the home page; see home-cards.ts. */
export const isOnHome = (id: string) =>
  ["septic-drain-field", "basement-excavation", "gps-dozer-work"].includes(id);
