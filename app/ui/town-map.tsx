import { TOWNS } from "~/site/towns";

/** The map's frame in degrees, and its size. One degree of longitude is cos(42°) of one of latitude. */
const WEST = -85.85;
const EAST = -84.7;
const NORTH = 42.45;
const SOUTH = 41.82;
const WIDTH = 800;
const SCALE = WIDTH / ((EAST - WEST) * Math.cos((42.1 * Math.PI) / 180));
const HEIGHT = Math.round((NORTH - SOUTH) * SCALE);

const x = (longitude: number) => Math.round((longitude - WEST) * Math.cos((42.1 * Math.PI) / 180) * SCALE);
const y = (latitude: number) => Math.round((NORTH - latitude) * SCALE);

/** Towns whose label goes left of the dot, because another town stands close to the right. */
const LABEL_LEFT = ["Augusta", "East Leroy"];

/** The ten towns at their true places, drawn from their coordinates. */
export function TownMap() {
  const names = TOWNS.map(({ name }) => name).join(", ");
  return (
    <svg
      className="town-map"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Map of the area served: ${names}`}
    >
      <rect width={WIDTH} height={HEIGHT} />
      {TOWNS.map(({ name, latitude, longitude }) => {
        const left = LABEL_LEFT.includes(name);
        return (
          <g key={name} transform={`translate(${x(longitude)} ${y(latitude)})`}>
            <circle r="8" />
            <text x={left ? -16 : 16} y="8" textAnchor={left ? "end" : "start"}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
