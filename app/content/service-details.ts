import type { ServiceId } from "~/content/service-titles";

/** Top of the services page. Badge and title: Specification, "Services". */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: "Six services for homes and businesses in Southwest Michigan. Each model shows what goes into the ground.",
} as const;

/**
 * For the services page only. Features: Specification, "Service card". Price factors are what any contractor asks about
 * such a job.
 */
export const SERVICE_DETAILS: Record<
  ServiceId,
  {
    /** Its name where there is little room. */
    short: string;
    features: readonly [string, string, string, string];
    priceFactors: readonly string[];
  }
> = {
  "septic-drain-field": {
    short: "Septic",
    features: [
      "System design and permitting",
      "Excavation and installation",
      "Pump station setup",
      "Regular maintenance services",
    ],
    priceFactors: [
      "How well your soil drains, and how high the water table is",
      "Number of bedrooms, which sets the size of tank and field",
      "Whether gravity does it or it takes a pump station",
      "Room for machines, and an old system to take out",
    ],
  },
  "basement-excavation": {
    short: "Basements",
    features: ["Precise excavation", "Foundation preparation", "Waterproofing setup", "Grading and drainage"],
    priceFactors: [
      "Depth and outline of the basement",
      "Soil, stones and water in the hole",
      "Whether the dirt stays on the lot or gets hauled away",
      "Slope of the lot, and the way in for machines",
    ],
  },
  "gps-dozer-work": {
    short: "Dozer work",
    features: ["GPS-guided precision", "Land clearing", "Site preparation", "Grading and leveling"],
    priceFactors: [
      "Acres to clear and grade",
      "Trees, stumps and brush",
      "How much soil has to move, and how far",
      "Whether you have a grading plan or we measure first",
    ],
  },
  "driveway-construction": {
    short: "Driveways",
    features: ["Site excavation", "Base preparation", "Grading and compaction", "Drainage solutions"],
    priceFactors: [
      "Length and width",
      "The ground under it, which sets how deep the base goes",
      "The stone for the base, and the finish on top",
      "Ditches, culverts and slopes to drain",
    ],
  },
  "pool-excavation": {
    short: "Pools",
    features: [
      "Exact measurements",
      "Proper drainage systems",
      "Site preparation",
      "Equipment access planning",
    ],
    priceFactors: [
      "Shape and depth of the pool, as your installer draws it",
      "The way in: gates, fences, trees, the septic field",
      "Soil, stones and water in the hole",
      "Where the dirt goes",
    ],
  },
  "snow-plowing": {
    short: "Snow",
    features: [
      "Commercial snow removal",
      "Residential plowing",
      "Salt and sand application",
      "24/7 emergency service",
    ],
    priceFactors: [
      "Area to clear, and where the snow can go",
      "One visit or the whole season",
      "Salt, sand or neither",
      "When it has to be clear",
    ],
  },
};
