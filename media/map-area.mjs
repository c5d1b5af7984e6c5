/**
 * map-area.mjs - what the map shows: the contractor's towns and colors from app/contractor/, and the counties and states around
 * them from us-atlas counties-10m (US Census Bureau, public domain).
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { geoBounds, geoContains } from "d3-geo";
import { feature, merge, neighbors } from "topojson-client";
import { runnerImport } from "vite";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const room = async (file) => {
  const options = { configFile: false, logLevel: "error", resolve: { alias: { "~": at("../app") } } };
  return (await runnerImport(at(`../app/contractor/${file}`), options)).module;
};
const { TOWNS, MAP_COLORS } = await room("area.ts");
const { REGION } = await room("company.ts");
const sheet = readFileSync(at("../app/contractor/colors.css"), "utf8");

export { REGION, TOWNS };
/** `page.NAME` is --NAME of colors.css. */
export const COLORS = {
  ...MAP_COLORS,
  page: Object.fromEntries(
    [...sheet.matchAll(/--([\w-]+): (#\w+)/g)].map(([, name, color]) => [name, color]),
  ),
};

export const us = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("us-atlas/counties-10m.json"), "utf8"),
);
const all = us.objects.counties.geometries;

/** The first two digits of a county's number (FIPS) are its state's. */
export const stateOf = ({ id }) => id.slice(0, 2);

const shapes = all.map((county) => feature(us, county));
const boxes = shapes.map((shape) => geoBounds(shape));

/** The county that a town is in, by its place. @throws if that is not the county that area.ts says */
function countyOf({ name, county, latitude, longitude }) {
  const index = boxes.findIndex(
    ([[west, south], [east, north]], i) =>
      longitude >= west &&
      longitude <= east &&
      latitude >= south &&
      latitude <= north &&
      geoContains(shapes[i], [longitude, latitude]),
  );
  const found = all[index]?.properties.name;
  if (found !== county)
    throw new Error(
      `${name} is in ${found ? `${found} County` : "no county"} by its latitude and longitude, not in ${county} County`,
    );
  return index;
}

const homeIndexes = [...new Set(TOWNS.map(countyOf))];
const homeStates = new Set(homeIndexes.map((index) => stateOf(all[index])));
const around = neighbors(all);

/** The counties of the towns, and those of the same states beside them. */
export const homeCounties = homeIndexes.map((index) => all[index]);
export const neighborCounties = [...new Set(homeIndexes.flatMap((index) => around[index]))]
  .map((index) => all[index])
  .filter((county) => !homeCounties.includes(county) && homeStates.has(stateOf(county)));

const homeIds = new Set(homeCounties.map(({ id }) => id));
export const isHome = (county) => homeIds.has(county.id);
export const isHomeState = (county) => homeStates.has(stateOf(county));
export const pick = (test) => ({ type: "GeometryCollection", geometries: all.filter(test) });
export const homeShape = merge(us, pick(isHome).geometries);
export const states = us.objects.states.geometries.map((state) => feature(us, state));
/** The state of the first town. */
export const homeState = states.find(({ id }) => id === stateOf(homeCounties[0]));

/** Room around the counties, as parts of their width and height: in the west for the locator, in the south for the slab. */
const ROOM = { west: 0.213, east: 0.101, south: 0.131, north: 0.0735 };
const [[west, south], [east, north]] = geoBounds(homeShape);
const frameWest = west - ROOM.west * (east - west);
const frameEast = east + ROOM.east * (east - west);
const frameSouth = south - ROOM.south * (north - south);
const frameNorth = north + ROOM.north * (north - south);
export const frame = {
  type: "MultiPoint",
  coordinates: [frameWest, frameEast].flatMap((x) => [
    [x, frameSouth],
    [x, frameNorth],
  ]),
};
export const center = [(frameWest + frameEast) / 2, (frameSouth + frameNorth) / 2];
