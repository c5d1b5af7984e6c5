import { readFileSync } from "node:fs";

/** What the image gives Node: `npm start` without .env. What is tested and measured is what runs. */
export const START_ARGS = /** @type {string} */ (
  JSON.parse(readFileSync("package.json", "utf8")).scripts.start
)
  .replace("--import ./app/start/dotenv.mjs ", "")
  .split(" ")
  .slice(1);
