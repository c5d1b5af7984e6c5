/** A rule for some jobs, with its source. */
export type Rule = { about: string; text: string; source: { name: string; url: string } };

/** Michigan Public Act 174 of 2013: notice of at least three full business days, by 811 or online, free. */
export const MISS_DIG: Rule = {
  about: "Every dig",
  text: "Michigan law: contact MISS DIG 811 at least three full business days before digging, at any depth, so buried lines get marked. It's free.",
  source: { name: "MISS DIG 811", url: "https://missdig811.org/get-started/i-want-to-dig/faq.html" },
};

/** Part 91 of Act 451 of 1994, R 323.1704; the counties issue it, the state oversees them. */
export const SOIL_EROSION: Rule = {
  about: "Big sites, and near water",
  text: "Earthwork that disturbs one acre or more, or is within 500 feet of a lake or stream, generally needs a soil erosion permit.",
  source: {
    name: "Michigan EGLE",
    url: "https://www.michigan.gov/egle/faqs/water-quality-protection/soil-erosion-and-construction-stormwater",
  },
};

/** Michigan Vehicle Code, seasonal weight restrictions: March to May by default, earlier or later as the frost goes. */
export const FROST_LAWS: Rule = {
  about: "Heavy loads in spring",
  text: "Spring weight limits, the frost laws, usually start March 1 or with the thaw, and last until the road agency lifts them. They cut legal axle loads on many roads by 25 or 35 percent, so heavy loads may have to wait.",
  source: {
    name: "County Road Association of Michigan",
    url: "https://micountyroads.org/seasonalweightrestrictions",
  },
};

/** Calhoun County's on-site septic program. Branch and St. Joseph counties share a department with Hillsdale County. */
export const SEPTIC_PERMIT: Rule = {
  about: "Septic systems",
  text: "Before a septic system is built, your local health department evaluates the site and issues the permit. Branch and St. Joseph counties share one department.",
  source: {
    name: "Calhoun County Public Health Department",
    url: "https://www.calhouncountymi.gov/government/health_department/onsite_septic_program/",
  },
};

/** Act 200 of 1969; Calhoun and Kalamazoo counties both ask for it in these cases. */
export const DRIVEWAY_PERMIT: Rule = {
  about: "New driveways",
  text: "A new driveway onto a county road needs a permit from the road agency. So does paving a gravel one. Your building permit may depend on it.",
  source: {
    name: "Calhoun County Road Department",
    url: "https://www.calhouncountyroads.com/about/services/residential-driveway-permits/",
  },
};

/** In the order of the services page. */
export const RULES = [MISS_DIG, SEPTIC_PERMIT, DRIVEWAY_PERMIT, SOIL_EROSION, FROST_LAWS];

/** Below the rules. No date: nobody compared each rule with its own page. */
export const RULES_CHANGE = "Rules change and vary by county. Check with yours.";
