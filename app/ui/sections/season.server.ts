import { SEASONS } from "~/contractor/hero";
import { today } from "~/local-time.server";

/** The season of this month in the company's time zone; undefined if the home page has no words for it. */
export const currentSeason = () => SEASONS.find(({ months }) => months.includes(Number(today().slice(5, 7))));
