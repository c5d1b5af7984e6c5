import type { ServiceId } from "~/content/service-titles";

/** Top of the services page. The owner chose the badge and the title. */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: "Six services for homes and businesses in Southwest Michigan. Each model shows what goes into the ground.",
} as const;

/**
 * For the services page only. The features are the owner's words. What a price depends on is what any contractor asks.
 */
export const SERVICE_DETAILS: Record<
  ServiceId,
  {
    features: readonly [string, string, string, string];
    /** What it depends on. */
    price: string;
  }
> = {
  "septic-drain-field": {
    features: [
      "System design and permitting",
      "Excavation and installation",
      "Pump station setup",
      "Regular maintenance services",
    ],
    price:
      "how well your soil drains, the water table, the number of bedrooms, gravity or pump, an old system to take out.",
  },
  "basement-excavation": {
    features: ["Precise excavation", "Foundation preparation", "Waterproofing setup", "Grading and drainage"],
    price: "depth and outline, soil and water in the hole, hauling the dirt away, the slope of the lot.",
  },
  "gps-dozer-work": {
    features: ["GPS-guided precision", "Land clearing", "Site preparation", "Grading and leveling"],
    price: "acres, trees and stumps, how much soil moves and how far, a grading plan or none.",
  },
  "driveway-construction": {
    features: ["Site excavation", "Base preparation", "Grading and compaction", "Drainage solutions"],
    price: "length and width, the ground below, the stone you choose, ditches and culverts.",
  },
  "pool-excavation": {
    features: [
      "Exact measurements",
      "Proper drainage systems",
      "Site preparation",
      "Equipment access planning",
    ],
    price: "shape and depth, the way in for machines, soil and water in the hole, where the dirt goes.",
  },
  "snow-plowing": {
    features: [
      "Commercial snow removal",
      "Residential plowing",
      "Salt and sand application",
      "24/7 emergency service",
    ],
    price: "the area, one visit or the season, salt or sand, the hour it has to be clear.",
  },
};
