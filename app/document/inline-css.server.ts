import { readFileSync } from "node:fs";
import { join } from "node:path";
import href from "~/styles/index.css";

/** The site's stylesheet, inlined into every page: one request less before anything is seen. */
export const css = readFileSync(join("public", href), "utf8");
