import { type Case, get, type Kind, post, URLENCODED } from "../case";
import { FORM_PATHS, urlencoded, validFields } from "../form";

const DATA = [
  "/quote.data",
  "/_root.data",
  "/about.data",
  "/contact.data",
  "/about/quote.data",
  "/nowhere.data",
  "/.data",
  "/quote.data.data",
  "/%2e.data",
  "/quote.DATA",
];
const DATA_QUERIES = [
  "",
  "?_data=quote/home",
  "?_data=routes%2Fx",
  "?_routes=",
  "?_routes=root",
  "?_routes=quote/home,page/home",
  "?_routes=__proto__",
  `?_routes=${"a,".repeat(900)}`,
  "?index",
  "?_data=%00",
  "?_routes=%ff&_data=x",
];

export const DATA_KINDS: Kind[] = [
  {
    name: "data addresses, read",
    count: 300,
    make: ({ random }) => get(random.pick(DATA) + random.pick(DATA_QUERIES), [200, 204, 308, 400, 404]),
  },
  {
    name: "data addresses, posted",
    count: 400,
    make({ random, marker }): Case {
      const path = random.pick(random.chance(0.5) ? DATA : FORM_PATHS);
      const [type, body] = random.pick([
        [URLENCODED, urlencoded(validFields(marker))],
        [URLENCODED, `fullName=${marker}`],
        ["application/json", `{"a":"${marker}"}`],
        ["multipart/form-data", marker],
      ] as const);
      const query = path.includes("?") ? "" : random.pick(DATA_QUERIES);
      return post(path + query, type, body, [202, 303, 400, 404, 405, 415, 422]);
    },
  },
];
