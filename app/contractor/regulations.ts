import type { Regulation } from "~/content/types";

export const REGULATIONS_HEADING = "Before we dig";

/** What the state and its counties require before digging. */
export const REGULATIONS: readonly Regulation[] = [
  // Michigan Public Act 174 of 2013: notice of at least three full business days, by 811 or online, free.
  {
    about: "Any digging",
    question: "What has to happen before anyone digs?",
    text: "Michigan law: contact MISS\u00A0DIG\u00A0811 at least three full business days before digging, at any depth, so buried lines get marked. It's free.",
    source: "MISS\u00A0DIG\u00A0811",
    url: "https://missdig811.org/get-started/i-want-to-dig/faq.html",
  },
  // Calhoun County's on-site septic program. Branch and St. Joseph counties share a department with Hillsdale County.
  {
    about: "Septic systems",
    question: "Does a septic system need a permit?",
    text: "Before a septic system is built, your local health department evaluates the site and issues the permit. Branch and St.\u00A0Joseph counties share one department.",
    source: "Calhoun County Public Health Department",
    url: "https://www.calhouncountymi.gov/government/health_department/onsite_septic_program/",
  },
  // Part 91 of Act 451 of 1994, R 323.1704; the counties issue it, the state oversees them.
  {
    about: "Big sites, and near water",
    question: "When does a job need a soil erosion permit?",
    text: "Earthwork that disturbs one acre or more, or is within 500 feet of a lake or stream, generally needs a soil erosion permit.",
    source: "Michigan EGLE",
    url: "https://www.michigan.gov/egle/faqs/water-quality-protection/soil-erosion-and-construction-stormwater",
  },
  // Michigan Vehicle Code, seasonal weight restrictions: March to May by default, earlier or later as the frost goes.
  {
    about: "Heavy loads in spring",
    question: "Why might stone and heavy equipment have to wait in spring?",
    text: "Spring weight limits, the frost laws, usually start March 1 or with the thaw, and last until the road agency lifts them. They cut legal axle loads on many roads by 25 or 35 percent, so heavy loads may have to wait.",
    source: "County Road Association of Michigan",
    url: "https://micountyroads.org/seasonalweightrestrictions",
  },
  // Act 200 of 1969; Calhoun and Kalamazoo counties both ask for it in these cases.
  {
    about: "New driveways",
    question: "Does a new driveway need a permit?",
    text: "A new driveway onto a county road needs a permit from the road agency. So does paving a gravel one. Your building permit may depend on it.",
    source: "Calhoun County Road Department",
    url: "https://www.calhouncountyroads.com/about/services/residential-driveway-permits/",
  },
];

/** Below the rules. No date, because the rules have not been compared with their sources. */
export const REGULATIONS_CHANGE = "Rules change and vary by county. Check with yours.";
