/** The ten towns we serve, in the owner's order, and their counties. */
export const COUNTIES = {
  Athens: "Calhoun",
  "Battle Creek": "Calhoun",
  Climax: "Kalamazoo",
  Tekonsha: "Calhoun",
  Coldwater: "Branch",
  "East Leroy": "Calhoun",
  Portage: "Kalamazoo",
  Augusta: "Kalamazoo",
  "Three Rivers": "St. Joseph",
  "Union City": "Branch",
};

export const TOWNS = Object.keys(COUNTIES);

/** Around the map and the list of towns. The notice is in the owner's words. */
export const SERVICE_AREA = {
  heading: "Where we work",
  text: "We work for homes and businesses in these ten towns in Calhoun, Kalamazoo, Branch and St. Joseph counties, and around them.",
  notice:
    "Don't see your area? Contact us to check if we can serve your location. We often accommodate projects outside our standard service area.",
} as const;
