import { SEASONS } from "~/contractor/hero";
import { today } from "~/local-time.server";

/** The season that has words of its own on the home page, if it is one of these months there. */
export const currentSeason = () => SEASONS.find(({ months }) => months.includes(Number(today().slice(5, 7))));
