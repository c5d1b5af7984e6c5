import { capitalized, numberWord } from "~/contractor-kit/words";
import { SERVICES } from "./services";

export const SERVICES_PAGE = {
  badge: "Our Work",
  title: "Drains, Sewers and Pumps",
  text: `${capitalized(numberWord(Object.keys(SERVICES).length))} services for your home.`,
};
