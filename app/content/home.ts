/** Top of the home page. Badge: Specification, "Home"; headline and text from the facts of section 1. */
export const HOME_HERO = {
  badge: "Professional Excavation Services",
  headline: "Excavation and site preparation in Southwest Michigan",
  text: "We are a family business, founded in 1991. We dig basements and pools, install septic systems and drain fields, build driveways, grade land with a GPS-guided dozer, and plow snow. We work for homes and for businesses.",
  image: {
    name: "hero",
    alt: "Model of a building site in cut-away ground: an excavator loads soil into a dump truck beside a white house, with an open pit and survey stakes in front.",
  },
} as const;

/** Above the three service cards on the home page. Specification, "Home", services-offered widget. */
export const HOME_SERVICES = {
  heading: "Septic, basements and dozer work",
  text: "Three of our six services. Choose one and your quote request opens with it already filled in. Pools, driveways and snow are on the services page.",
} as const;

/** Around the video on the home page. Specification, "Home". */
export const VIDEO = {
  heading: "Dig, lift, swing, dump",
  text: "This is how ground gets moved: one bucket at a time. The film shows a model, like the pictures of our services, so that you can see the work and the soil it is done in.",
  description:
    "Silent film of a model: on a cut-away block of ground a yellow excavator fills its bucket in a trench, lifts it, swings to a pile of dug soil, empties the bucket and swings back. The side of the block shows dark topsoil over brown soil and sand. The film repeats.",
} as const;

/** No step promises a time. Terms: Specification, "Terms of Service". */
export const HOW_IT_WORKS = {
  heading: "How it works",
  steps: [
    { title: "You send a request", text: "Say what the job is and where. A few lines are enough." },
    {
      title: "We visit the site",
      text: "We look at the ground, at the way in for machines, and at what you want built.",
    },
    {
      title: "You get a written quote",
      text: "It is free and valid for 30 days. If the job changes later, we agree on that in writing.",
    },
    {
      title: "We do the work",
      text: "Timelines depend on the weather. Final payment is due on completion.",
    },
  ],
} as const;
