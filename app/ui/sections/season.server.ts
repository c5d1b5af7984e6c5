import { SEASONS } from "~/contractor/hero";
import { today } from "~/local-time.server";

/** The season whose words the home page shows this month, by the company's time. */
export const currentSeason = () => SEASONS.find(({ months }) => months.includes(Number(today().slice(5, 7))));
