import type { Hero, Season } from "~/content/types";
import { FOUNDED, QUOTE_DAYS, REGION } from "./company";

export const HOME_HERO: Hero = {
  badge: "Drains and Sewers",
  title: `Drain Cleaning in ${REGION}`,
  text: `Clear drains since ${FOUNDED}.`,
  facts: [`Since ${FOUNDED}`, `Free quote, valid ${QUOTE_DAYS} days`],
  image: { name: "van", alt: "A van in front of a house." },
};

export const SEASONS: readonly Season[] = [];
