import { readFileSync } from "node:fs";

/** The flags that `npm start` gives Node (decision 18), so that what is tested and measured is what runs. */
export const NODE_FLAGS = /** @type {string[]} */ (
  JSON.parse(readFileSync("package.json", "utf8")).scripts.start.match(/--(?:max|v8)-\S+/g)
);
