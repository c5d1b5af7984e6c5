import { capitalize, numberWord } from "~/content/format";
import { SERVICES } from "./services";

export const SERVICES_PAGE = {
  badge: "Our Work",
  title: "Drains, Sewers and Pumps",
  text: `${capitalize(numberWord(Object.keys(SERVICES).length))} services for your home.`,
};
