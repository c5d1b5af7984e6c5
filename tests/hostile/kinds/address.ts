import { get, type Kind, many, post, URLENCODED, words } from "../case";
import { urlencoded } from "../form";

/** Addresses of what is no page, and of what is. */
const UP = words(
  String.raw`.. %2e%2e %2E. .%2e ..%2f.. ..%5c.. ..; .... %252e%252e ..%00 %c0%ae%c0%ae ..\..`,
);
const START = words("/ /build/ /images/ /about/ // /./ /build/%2f /fonts/..%2f");
const WANTED = words(
  `package.json .env .git/config build/index.js outbox/key outbox/new/ app/root.tsx etc/passwd
  node_modules/react/package.json package.json%00.svg`,
);
const DATA = words(
  `/quote.data /_root.data /about.data /contact.data /about/quote.data /nowhere.data /.data /quote.data.data /%2e.data
  /quote.DATA`,
);
const DATA_QUERIES = [
  "",
  ...words(
    `?_data=quote/home ?_data=routes%2Fx ?_routes= ?_routes=root ?_routes=quote/home,page/home ?_routes=__proto__
    ?index ?_data=%00 ?_routes=%ff&_data=x`,
  ),
  `?_routes=${"a,".repeat(900)}`,
];

export const ADDRESS_KINDS: Kind[] = [
  many("traversal", 700, ({ random }) => {
    const steps = [...Array.from({ length: random.int(0, 6) }, () => random.pick(UP)), random.pick(WANTED)];
    const path = random.pick(START) + steps.join(random.pick(["/", "/", "//", "%2f", "\\"]));
    return random.chance(0.8)
      ? get(path, [308, 400, 403, 404])
      : post(path, URLENCODED, "a=b", [400, 403, 404, 405]);
  }),
  many("data addresses, read", 300, ({ random }) =>
    get(random.pick(DATA) + random.pick(DATA_QUERIES), [200, 204, 308, 400, 404]),
  ),
  many("data addresses, posted", 400, (given) => {
    const { random, marker } = given;
    const [type, body] = random.pick([
      [URLENCODED, urlencoded(marker)],
      [URLENCODED, `fullName=${marker}`],
      ["application/json", `{"a":"${marker}"}`],
      ["multipart/form-data", marker],
    ] as const);
    const allow = [202, 303, 400, 404, 405, 415, 422];
    const path = random.pick(["/quote", "/about/quote", "/contact", ...DATA]);
    return post(path + random.pick(DATA_QUERIES), type, body, allow);
  }),
];
