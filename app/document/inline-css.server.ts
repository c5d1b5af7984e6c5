import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeCriticalCss } from "~/document/critical-css";
import fonts from "~/styles/fonts.css";
import stylesheet from "~/styles/index.css";

const read = (href: string) => readFileSync(join("public", href), "utf8");

/** The site's styles. Each document has the rules it needs inline, which saves a request before anything shows. */
export const css = read(fonts) + read(stylesheet);

const criticalCss = makeCriticalCss(css);

/** Leaves only the rules that a document needs. The whole stylesheet loads with React, which may show anything. */
export const withCriticalCss = (html: string) => html.replace(css, () => criticalCss(html));

/** The page's background color, also for the browser's bar. */
export const pageColor = /--paper:([^;}]+)/.exec(css)?.[1] ?? "";
