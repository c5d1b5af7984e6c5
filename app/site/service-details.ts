import type { ServiceId } from "~/site/services";

/** A rule that a job may have to follow, with the authority that says so. */
export type Rule = { text: string; source: { name: string; url: string } };

/** A section through the ground, and its labels in words for screens too small to read them in the drawing. */
export type Drawing = {
  src: string;
  alt: string;
  labels: readonly { term: string; text: string }[];
};

/** Michigan Public Act 174 of 2013: notice of at least three full business days, by 811 or online, free. */
const MISS_DIG: Rule = {
  text:
    "Before any digging, MISS DIG 811 needs notice of at least three full business days, so that buried lines are " +
    "marked. The service is free, and it is the law for every depth.",
  source: { name: "MISS DIG 811", url: "https://missdig811.org/get-started/i-want-to-dig/faq.html" },
};

/** Part 91 of Act 451 of 1994, R 323.1704. */
const SOIL_EROSION: Rule = {
  text:
    "A soil erosion permit is needed where the work disturbs one acre or more, or lies within 500 feet of a lake or " +
    "stream.",
  source: { name: "Part 91, R 323.1704", url: "https://www.berriencounty.org/272/Soil-Erosion-Rules" },
};

/** Michigan Vehicle Code, seasonal weight restrictions: March to May by default, earlier or later as the frost goes. */
const FROST_LAWS: Rule = {
  text:
    "In March, April and May, and earlier when it thaws, spring weight limits (the frost laws) cut the axle loads of " +
    "trucks on many county roads by 25 or 35 percent. Heavy moves and stone deliveries may have to wait.",
  source: {
    name: "County Road Association of Michigan",
    url: "https://micountyroads.org/seasonalweightrestrictions",
  },
};

/** Calhoun County's on-site septic program; the other counties' health departments do the same. */
const SEPTIC_PERMIT: Rule = {
  text: "The county health department evaluates the site and issues the permit before a septic system is built.",
  source: {
    name: "Calhoun County Public Health Department",
    url: "https://www.calhouncountymi.gov/government/health_department/onsite_septic_program/",
  },
};

/** Act 200 of 1969; Calhoun and Kalamazoo counties both ask for it in these cases. */
const DRIVEWAY_PERMIT: Rule = {
  text:
    "A new driveway onto a county road needs a permit from the road agency, and so does paving a gravel one. The " +
    "building permit may depend on it.",
  source: {
    name: "Calhoun County Road Department",
    url: "https://www.calhouncountyroads.com/about/services/residential-driveway-permits/",
  },
};

/**
 * What the services page says below the cards. Price factors are what any contractor has to ask about such a job; the
 * rules are Michigan's, each with its source.
 */
export const SERVICE_DETAILS: Record<
  ServiceId,
  { priceFactors: readonly string[]; rules: readonly Rule[]; drawing?: Drawing }
> = {
  "septic-drain-field": {
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
    priceFactors: [
      "Depth and outline of the basement",
      "Soil, stones and water in the hole",
      "Whether the spoil stays on the lot or is hauled away",
      "Slope of the lot, and the way in for machines",
    ],
    rules: [MISS_DIG, SOIL_EROSION, FROST_LAWS],
  },
  "gps-dozer-work": {
    priceFactors: [
      "Acres to clear and to grade",
      "Trees, stumps and brush",
      "How much soil has to move, and how far",
      "Whether there is a plan to grade to, or we measure first",
    ],
    rules: [SOIL_EROSION, MISS_DIG],
  },
  "driveway-construction": {
    priceFactors: [
      "Length and width",
      "What the ground under it is like, which sets the depth of the base",
      "The stone you choose: 21AA gravel as the base, and the finish on top",
      "Ditches, culverts and slopes to drain",
    ],
    rules: [MISS_DIG, FROST_LAWS, DRIVEWAY_PERMIT],
  },
  "pool-excavation": {
    priceFactors: [
      "Shape and depth of the pool, as your installer draws it",
      "The way in: gates, fences, trees, the septic field",
      "Soil, stones and water in the hole",
      "Where the spoil goes",
    ],
    rules: [MISS_DIG, SOIL_EROSION],
  },
  "snow-plowing": {
    priceFactors: [
      "Area to clear, and where the snow can go",
      "A single visit or the whole season",
      "Salt or sand, or none",
      "Hours by which it has to be clear",
    ],
    rules: [],
  },
};
