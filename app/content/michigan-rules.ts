/** A rule for some jobs, with its source. */
export type Rule = { text: string; source: { name: string; url: string } };

/** Michigan Public Act 174 of 2013: notice of at least three full business days, by 811 or online, free. */
export const MISS_DIG: Rule = {
  text: "Before any digging, MISS DIG 811 needs notice of at least three full business days, so that buried lines are marked. The service is free, and it is the law for every depth.",
  source: { name: "MISS DIG 811", url: "https://missdig811.org/get-started/i-want-to-dig/faq.html" },
};

/** Part 91 of Act 451 of 1994, R 323.1704; the counties issue it, the state oversees them. */
export const SOIL_EROSION: Rule = {
  text: "A soil erosion permit is generally needed where the work disturbs one acre or more, or lies within 500 feet of a lake or stream.",
  source: {
    name: "Michigan EGLE",
    url: "https://www.michigan.gov/egle/faqs/water-quality-protection/soil-erosion-and-construction-stormwater",
  },
};

/** Michigan Vehicle Code, seasonal weight restrictions: March to May by default, earlier or later as the frost goes. */
export const FROST_LAWS: Rule = {
  text: "In March, April and May, and earlier when it thaws, spring weight limits (the frost laws) cut the axle loads of trucks on many county roads by 25 or 35 percent. Heavy moves and stone deliveries may have to wait.",
  source: {
    name: "County Road Association of Michigan",
    url: "https://micountyroads.org/seasonalweightrestrictions",
  },
};

/** Calhoun County's on-site septic program; the other counties' health departments do the same. */
export const SEPTIC_PERMIT: Rule = {
  text: "The county health department evaluates the site and issues the permit before a septic system is built.",
  source: {
    name: "Calhoun County Public Health Department",
    url: "https://www.calhouncountymi.gov/government/health_department/onsite_septic_program/",
  },
};

/** Act 200 of 1969; Calhoun and Kalamazoo counties both ask for it in these cases. */
export const DRIVEWAY_PERMIT: Rule = {
  text: "A new driveway onto a county road needs a permit from the road agency, and so does paving a gravel one. The building permit may depend on it.",
  source: {
    name: "Calhoun County Road Department",
    url: "https://www.calhouncountyroads.com/about/services/residential-driveway-permits/",
  },
};

/** When and how somebody last compared the rules above with their sources. */
export const RULES_CHANGE =
  "Checked on November 21, 2026, against copies of these pages. Rules change, and differ by county: check with yours.";
