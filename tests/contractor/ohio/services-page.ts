import type { Drawing } from "~/contractor-kit/types";
import { capitalized, numberWord } from "~/contractor-kit/words";
import { SERVICES } from "./services";

export const SERVICES_PAGE = {
  badge: "Our Work",
  title: "Drains, Sewers and Pumps",
  text: `${capitalized(numberWord(Object.keys(SERVICES).length))} services for your home.`,
};

export const DRAWINGS_SECTION = { heading: "Drawings", note: "Not to scale." };

export const DRAWINGS: readonly Drawing[] = [];
