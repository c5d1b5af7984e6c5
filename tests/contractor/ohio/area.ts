import { formatList, numberWord } from "~/content/format";
import type { Town } from "~/content/types";

export const TOWNS: readonly Town[] = [
  { name: "Delaware", county: "Delaware", latitude: 40.2987, longitude: -83.068 },
  { name: "Powell", county: "Delaware", latitude: 40.1578, longitude: -83.0752 },
  { name: "Westerville", county: "Franklin", latitude: 40.1262, longitude: -82.9291 },
];

export const TOWN_NAMES = TOWNS.map(({ name }) => name);
export const COUNTIES = [...new Set(TOWNS.map(({ county }) => county))];

export const SERVICE_AREA = {
  heading: "Where we come",
  text: `To ${numberWord(TOWNS.length)} towns in ${formatList(COUNTIES)} counties.`,
  notice: "Not in the list? Ask us.",
};

export const MAP_COLORS = {
  state: "#E0E8F0",
  otherState: "#F0F4F8",
  county: "#C8DCE8",
  countyEdge: "#5070A0",
  countyName: "#305080",
  neighborName: "#607080",
  border: "#FAFCFF",
  locator: "#A0B8C8",
};
