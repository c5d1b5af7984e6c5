/** The about page. Every fact is one that the owner has stated. */
export const ABOUT = {
  title: "Building trust through quality work",
  text: "A family-run excavation and site prep contractor in Southwest Michigan, working for homes and businesses.",
  story: [
    {
      heading: "Since 1991",
      paragraphs: [
        "The company was founded in 1991. It is a three-generation family business with over 30 years of experience.",
        "Much of our work disappears the day the soil goes back. We want you to know what went into your ground, and why, before we cover it.",
      ],
    },
    {
      heading: "Six kinds of work",
      paragraphs: [
        "We put in septic systems and drain fields. We dig basements, and pools alongside your pool installer. We build driveways from the base up, and we clear and grade land with a GPS-guided dozer. In winter we plow snow and spread salt and sand.",
      ],
    },
    {
      heading: "Ten towns",
      paragraphs: [
        "You'll find us in Athens, Battle Creek, Climax, Tekonsha, Coldwater, East Leroy, Portage, Augusta, Three Rivers and Union City. Somewhere else? Ask. We often take on jobs outside that area.",
      ],
    },
    {
      heading: "How we do business",
      paragraphs: [
        "Your quote is free and valid for 30 days. If the job changes, we agree on the change in writing. Final payment is due when the work is done.",
        "Timelines depend on the weather. Rain, frost and snow decide when ground can be worked, and we'd rather tell you now than on the day.",
      ],
    },
  ],
  image: {
    name: "about",
    alt: "Model of a yard in evening light: a bulldozer, a dump truck and an excavator on gravel between a white house and a red barn.",
  },
};

/** Over the owner's photos, where there are some. */
export const PHOTOS = { heading: "Our work", alt: "Photo of our work", more: "More photos" };

/** Beside the owner's name or photo, and for the page with reviews. */
export const OWNER = { title: "Owner", reviews: "Reviews", read: "Read our reviews" };
