/** Top of the home page. Badge: Specification, "Home"; headline and text from the facts of section 1. */
export const HOME_HERO = {
  badge: "Professional Excavation Services",
  headline: "Excavation and site preparation in Southwest Michigan",
  text:
    "We are a family business, founded in 1991. We dig basements and pools, install septic systems and " +
    "drain fields, build driveways, grade land with a GPS-guided dozer, and plow snow. We work for homes " +
    "and for businesses.",
  image: {
    name: "hero",
    alt:
      "Model of a building site in cut-away ground: an excavator loads soil into a dump truck beside a white " +
      "house, with an open pit and survey stakes in front.",
  },
} as const;

/** Above the three service cards on the home page. Specification, "Home", services-offered widget. */
export const HOME_SERVICES = {
  heading: "Septic, basements and dozer work",
  text:
    "Three of our six services. Choose one and your quote request opens with it already filled in. Pools, " +
    "driveways and snow are on the services page.",
} as const;

/** Around the looping silent film on the home page. Specification, "Home"; the film is our own model. */
export const VIDEO = {
  heading: "Dig, lift, swing, dump",
  text:
    "This is how ground gets moved: one bucket at a time. The film shows a model, like the pictures of our " +
    "services, so that you can see the work and the soil it is done in.",
  description:
    "Silent film of a model: on a cut-away block of ground a yellow excavator fills its bucket in a " +
    "trench, lifts it, swings to a pile of dug soil, empties the bucket and swings back. The side of the " +
    "block shows dark topsoil over brown soil and sand. The film repeats.",
} as const;

/** Above the map and the list of towns. Specification, "Home", service-area widget. */
export const SERVICE_AREA = {
  heading: "Where we work",
  text:
    "We serve residential and commercial customers in Southwest Michigan. These ten towns lie in Calhoun, " +
    "Kalamazoo, Branch and St. Joseph counties.",
} as const;

/** The closing block of the home, about and services pages. Title: Specification, "Home". */
export const CALL_TO_ACTION = {
  title: "Ready to Break Ground?",
  text: "Tell us what the job is and where it is. The quote is free and valid for 30 days.",
} as const;

/**
 * The about page. Title: Specification, "About"; facts: Specification, sections 1 and 9, "Service card" and
 * "Terms of Service".
 */
export const ABOUT: {
  readonly title: string;
  readonly text: string;
  readonly story: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  readonly image: { readonly name: string; readonly alt: string };
} = {
  title: "Building trust through quality work",
  text:
    "We are a family-run excavation and site-preparation contractor in Southwest Michigan. We work for " +
    "residential and for commercial customers.",
  story: [
    {
      heading: "Since 1991",
      paragraphs: [
        "The company was founded in 1991. It is a three-generation family business with over 30 years of " +
          "experience.",
        "Much of this work is out of sight once the soil is back over it. You should know what goes into " +
          "your ground, and why, before it is covered.",
      ],
    },
    {
      heading: "Six kinds of work",
      paragraphs: [
        "We install septic systems and drain fields. We dig basements, and pools together with your pool " +
          "installer. We build driveways from the base up. We clear and grade land with a GPS-guided " +
          "dozer. In winter we plow snow and spread salt and sand.",
      ],
    },
    {
      heading: "Ten towns",
      paragraphs: [
        "We work in Athens, Battle Creek, Climax, Tekonsha, Coldwater, East Leroy, Portage, Augusta, " +
          "Three Rivers and Union City. If your place is somewhere else, ask. We often take on projects " +
          "outside that area.",
      ],
    },
    {
      heading: "How we deal with you",
      paragraphs: [
        "The quote is free and valid for 30 days. If the job changes, we agree on the change in writing. " +
          "Final payment is due when the work is complete.",
        "Timelines depend on the weather. Rain, frost and snow decide when ground can be worked, and we " +
          "would rather tell you that now than on the day.",
      ],
    },
  ],
  image: {
    name: "about",
    alt:
      "Model of a yard in evening light: a bulldozer, a dump truck and an excavator on gravel between a white house " +
      "and a red barn.",
  },
};

/** Top of the services page. Badge and title: Specification, "Services". */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text:
    "Six services for homes and for businesses in Southwest Michigan. Each card says what the job " +
    "includes. Choose one to request a free quote.",
} as const;

/** Top of the contact page. Badge: Specification, "Contact"; hours: "Business constants and limits". */
export const CONTACT_PAGE = {
  badge: "Get In Touch",
  title: "Tell us about your project",
  subtitle:
    "Say what you want done and where. The quote is free and valid for 30 days. If you would rather talk, " +
    "call us Monday-Friday 8am-5pm.",
} as const;

/** The blurb in the footer of every page. Specification, "Footer" and section 1 (over 30 years). */
export const FOOTER_BLURB =
  "A three-generation family business with over 30 years of experience in excavation and site preparation " +
  "in Southwest Michigan.";

/** The page for an address that does not exist. Our own words; the specification shows none. */
export const NOT_FOUND = {
  title: "Page not found",
  text: "There is no page at this address. The link may be old or mistyped. Please use the menu.",
} as const;

/** The page for a fault of the site itself. Our own words; the specification shows none. */
export const ERROR_PAGE = {
  title: "Something went wrong",
  text: "This page could not be shown. The fault is ours, not yours. Please try again, or call us directly.",
} as const;
