import { formatList, numberWord } from "~/content/format";
import type { Town } from "~/content/types";

/** The towns we serve, in the owner's order, with coordinates in decimal degrees (WGS84). */
export const TOWNS: readonly Town[] = [
  { name: "Athens", county: "Calhoun", latitude: 42.0886, longitude: -85.2347 },
  { name: "Battle Creek", county: "Calhoun", latitude: 42.3212, longitude: -85.1797 },
  { name: "Climax", county: "Kalamazoo", latitude: 42.2384, longitude: -85.335 },
  { name: "Tekonsha", county: "Calhoun", latitude: 42.0934, longitude: -84.99 },
  { name: "Coldwater", county: "Branch", latitude: 41.9403, longitude: -85.0005 },
  { name: "East Leroy", county: "Calhoun", latitude: 42.177, longitude: -85.233 },
  { name: "Portage", county: "Kalamazoo", latitude: 42.2012, longitude: -85.58 },
  { name: "Augusta", county: "Kalamazoo", latitude: 42.3364, longitude: -85.3522 },
  { name: "Three Rivers", county: "St. Joseph", latitude: 41.9439, longitude: -85.6325 },
  { name: "Union City", county: "Branch", latitude: 42.0667, longitude: -85.1361 },
];

export const TOWN_NAMES = TOWNS.map(({ name }) => name);
export const COUNTIES = [...new Set(TOWNS.map(({ county }) => county))];

/** Around the map and the list of towns. The notice is in the owner's words. */
export const SERVICE_AREA = {
  heading: "Where we work",
  text: `We serve homes and businesses in and around these ${numberWord(TOWNS.length)} towns in ${formatList(COUNTIES).replace("St. ", "St.\u00A0")} counties.`,
  notice:
    "Don't see your area? Contact us to check if we can serve your location. We often accommodate projects outside our standard service area.",
};

/** Colors that only the map uses; its others are in colors.css. */
export const MAP_COLORS = {
  state: "#E9DFCC",
  otherState: "#F1E9DB",
  county: "#DDE0C2",
  countyEdge: "#7D8A52",
  countyName: "#4C5C2A",
  neighborName: "#6F6553",
  border: "#FBF7EE",
  locator: "#C3B69B",
};
