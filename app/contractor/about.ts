import { capitalize, formatList, numberWord } from "~/content/format";
import { TOWN_NAMES } from "./area";
import { FOUNDED, QUOTE_DAYS, REGION } from "./company";
import { KINDS_OF_WORK } from "./service-sentences";
import { SERVICES } from "./services";

/** The about page. Only facts that the owner has stated. */
export const ABOUT = {
  title: "Building trust through quality work",
  text: `A family-run excavation and site prep contractor in ${REGION}, serving homes and businesses.`,
  story: [
    {
      heading: `Since ${FOUNDED}`,
      paragraphs: [
        `The company was founded in ${FOUNDED}. Much of our work disappears the day the soil goes back. We want you to know what went into your ground, and why, before we cover it.`,
      ],
    },
    {
      heading: "Three generations",
      paragraphs: ["We are a three-generation family business with over 30 years of experience."],
    },
    {
      heading: `${capitalize(numberWord(Object.keys(SERVICES).length))} kinds of work`,
      paragraphs: [KINDS_OF_WORK],
    },
    {
      heading: `${capitalize(numberWord(TOWN_NAMES.length))} towns`,
      paragraphs: [
        `You'll find us in ${formatList(TOWN_NAMES)}. Somewhere else? Ask. We often take on jobs outside that area.`,
      ],
    },
    {
      heading: "How we do business",
      paragraphs: [
        `Your quote is free and valid for ${QUOTE_DAYS} days. If the job changes, we agree on the change in writing. Final payment is due when the work is done.`,
        "Timelines depend on the weather. Rain, frost and snow decide when ground can be worked, and we'd rather tell you now than the day of the job.",
      ],
    },
  ],
  image: {
    name: "about",
    largest: 2560,
    height: 552,
    alt: "Model of a yard in evening light: a bulldozer, a dump truck and an excavator on gravel between a white house and a red barn, three crew members among them.",
  },
};
