/** The about page. Facts: Specification, sections 1 and 9, "About", "Service card" and "Terms of Service". */
export const ABOUT: {
  readonly title: string;
  readonly text: string;
  readonly story: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[];
  readonly image: { readonly name: string; readonly alt: string };
} = {
  title: "Building trust through quality work",
  text: "We are a family-run excavation and site-preparation contractor in Southwest Michigan. We work for residential and for commercial customers.",
  story: [
    {
      heading: "Since 1991",
      paragraphs: [
        "The company was founded in 1991. It is a three-generation family business with over 30 years of experience.",
        "Much of this work is out of sight once the soil is back over it. You should know what goes into your ground, and why, before it is covered.",
      ],
    },
    {
      heading: "Six kinds of work",
      paragraphs: [
        "We install septic systems and drain fields. We dig basements, and pools together with your pool installer. We build driveways from the base up. We clear and grade land with a GPS-guided dozer. In winter we plow snow and spread salt and sand.",
      ],
    },
    {
      heading: "Ten towns",
      paragraphs: [
        "We work in Athens, Battle Creek, Climax, Tekonsha, Coldwater, East Leroy, Portage, Augusta, Three Rivers and Union City. If your place is somewhere else, ask. We often take on projects outside that area.",
      ],
    },
    {
      heading: "How we deal with you",
      paragraphs: [
        "The quote is free and valid for 30 days. If the job changes, we agree on the change in writing. Final payment is due when the work is complete.",
        "Timelines depend on the weather. Rain, frost and snow decide when ground can be worked, and we would rather tell you that now than on the day.",
      ],
    },
  ],
  image: {
    name: "about",
    alt: "Model of a yard in evening light: a bulldozer, a dump truck and an excavator on gravel between a white house and a red barn.",
  },
};
