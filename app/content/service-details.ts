import {
  DRIVEWAY_PERMIT,
  FROST_LAWS,
  MISS_DIG,
  type Rule,
  SEPTIC_PERMIT,
  SOIL_EROSION,
} from "~/content/michigan-rules";
import type { ServiceId } from "~/content/service-titles";

/** A cross-section, with its labels as text for screens too small to read them in the drawing. */
export type Drawing = {
  src: string;
  alt: string;
  labels: readonly { term: string; text: string }[];
};

/** Top of the services page. Badge and title: Specification, "Services". */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: "Six services for homes and businesses in Southwest Michigan. Each card says what it includes. Choose one to request a free quote.",
} as const;

/**
 * For the services page only. Features: Specification, "Service card". Price factors are what any contractor asks about
 * such a job. The drawings show the usual construction, and say so.
 */
export const SERVICE_DETAILS: Record<
  ServiceId,
  {
    features: readonly [string, string, string, string];
    priceFactors: readonly string[];
    rules: readonly Rule[];
    drawing?: Drawing;
  }
> = {
  "septic-drain-field": {
    features: [
      "System design and permitting",
      "Excavation and installation",
      "Pump station setup",
      "Regular maintenance services",
    ],
    priceFactors: [
      "What the soil lets through, and how high groundwater stands",
      "Number of bedrooms, which sets the size of tank and field",
      "Whether the field lies below the tank or needs a pump station",
      "Room for machines and trucks, and what an old system leaves to take out",
    ],
    rules: [SEPTIC_PERMIT, MISS_DIG, SOIL_EROSION],
    drawing: {
      src: "/images/septic-section.svg",
      alt: "Section through the ground: from the house a pipe falls to the tank, on to the distribution box and the drain field.",
      labels: [
        { term: "Risers to grade", text: "lids you can find and open" },
        { term: "Two-compartment tank", text: "precast, set level on stone" },
        { term: "Distribution box", text: "each line gets an equal share" },
        { term: "Inspection port", text: "check the field any time" },
      ],
    },
  },
  "basement-excavation": {
    features: ["Precise excavation", "Foundation preparation", "Waterproofing setup", "Grading and drainage"],
    priceFactors: [
      "Depth and outline of the basement",
      "Soil, stones and water in the hole",
      "Whether the spoil stays on the lot or is hauled away",
      "Slope of the lot, and the way in for machines",
    ],
    rules: [MISS_DIG, SOIL_EROSION, FROST_LAWS],
  },
  "gps-dozer-work": {
    features: ["GPS-guided precision", "Land clearing", "Site preparation", "Grading and leveling"],
    priceFactors: [
      "Acres to clear and to grade",
      "Trees, stumps and brush",
      "How much soil has to move, and how far",
      "Whether there is a plan to grade to, or we measure first",
    ],
    rules: [SOIL_EROSION, MISS_DIG],
  },
  "driveway-construction": {
    features: ["Site excavation", "Base preparation", "Grading and compaction", "Drainage solutions"],
    priceFactors: [
      "Length and width",
      "What the ground under it is like, which sets the depth of the base",
      "The stone of the base, and the finish on top",
      "Ditches, culverts and slopes to drain",
    ],
    rules: [MISS_DIG, FROST_LAWS, DRIVEWAY_PERMIT],
    drawing: {
      src: "/images/driveway-section.svg",
      alt: "Section through a gravel driveway: graded ground, fabric, a base of large stone, finish gravel.",
      labels: [
        { term: "Graded subgrade", text: "topsoil stripped, crowned to drain" },
        { term: "Woven fabric", text: "keeps stone out of the clay" },
        { term: "Crushed base", text: "large stone, rolled tight" },
        { term: "Finish gravel", text: "small stone, crowned" },
      ],
    },
  },
  "pool-excavation": {
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
      "Where the spoil goes",
    ],
    rules: [MISS_DIG, SOIL_EROSION],
  },
  "snow-plowing": {
    features: [
      "Commercial snow removal",
      "Residential plowing",
      "Salt and sand application",
      "24/7 emergency service",
    ],
    priceFactors: [
      "Area to clear, and where the snow can go",
      "A single visit or the whole season",
      "Salt or sand, or none",
      "Hours by which it has to be clear",
    ],
    rules: [],
  },
};
