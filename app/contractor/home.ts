/** Top of the home page. The owner chose the badge and stated the facts. */
export const HOME_HERO = {
  badge: "Professional Excavation Services",
  title: "Septic, Excavation and Site Prep in Southwest Michigan",
  text: "A three-generation family business since 1991. We put in septic systems, dig basements and pools, build driveways and plow snow for homes and businesses.",
  facts: ["Since 1991", "Three generations", "Homes and businesses", "Free quote, valid 30 days"],
  image: {
    name: "hero",
    largest: 1600,
    alt: "Model of a building site in cut-away ground: an excavator loads soil into a dump truck beside a white house, with an open pit and survey stakes in front.",
  },
} as const;

/** Replaces the words and picture above from December to February. The text repeats features of snow plowing. */
export const WINTER_HERO = {
  title: "Snow Plowing and Excavation in Southwest Michigan",
  text: "A three-generation family business since 1991. We plow for homes and businesses, spread salt and sand where it's slick, and offer 24/7 emergency service.",
  image: {
    name: "snow-hero",
    largest: 1600,
    alt: "Model of a plow truck at dusk with its lights on, pushing snow off the lane in front of a house.",
  },
} as const;

/** Below the facts from March to May; see the frost laws in rules.ts. "May": we don't know that day's limits. */
export const SPRING_NOTICE = {
  text: "In spring, heavy loads may have to wait until the road agency lifts the",
  link: "frost laws",
} as const;

/** Above the service cards of the home page. */
export const HOME_SERVICES = {
  heading: "What we do",
  text: "Pick a job to start your free quote. We also dig pools, build driveways and plow snow.",
} as const;

/** Around the video on the home page. */
export const VIDEO = {
  heading: "Dig, lift, swing, dump",
  text: "One bucket at a time. (Shown with a model.)",
  description:
    "Silent video of a model: on a cut-away block of ground a yellow excavator fills its bucket in a trench, lifts it, swings to a pile of dug soil, empties the bucket and swings back. The side of the block shows dark topsoil over brown soil and sand. The video repeats.",
} as const;

/** No step promises a time. The terms are those of the terms of service. */
export const HOW_IT_WORKS = {
  heading: "How it works",
  steps: [
    { title: "Send a request", text: "Tell us what you need and where. A few lines is plenty." },
    { title: "We look over the job", text: "What you need, the ground it's on, and how machines get in." },
    {
      title: "You get a free quote",
      text: "It's valid for 30 days. If the job changes later, we agree on that in writing.",
    },
    { title: "We do the work", text: "Timelines depend on the weather. Final payment is due on completion." },
  ],
} as const;
