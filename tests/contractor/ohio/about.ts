import { capitalize, formatList, numberWord } from "~/content/format";
import { TOWN_NAMES } from "./area";
import { FOUNDED } from "./company";

export const ABOUT = {
  title: "We keep it flowing",
  text: "A plumbing company.",
  story: [
    { heading: `Since ${FOUNDED}`, paragraphs: ["Drains, sewers, pumps and heaters."] },
    {
      heading: `${capitalize(numberWord(TOWN_NAMES.length))} towns`,
      paragraphs: [`${formatList(TOWN_NAMES)}.`],
    },
  ],
  image: { name: "shop", alt: "Our shop." },
};
