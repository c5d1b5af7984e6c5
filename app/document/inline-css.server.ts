import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeCriticalCss } from "~/document/critical-css";
import fonts from "~/styles/fonts.css";
import stylesheet from "~/styles/index.css";

const read = (href: string) => readFileSync(join("public", href), "utf8");

/** The site's styles. Documents have theirs inline, which saves a request before the first paint. */
export const css = read(fonts) + read(stylesheet);

const criticalCss = makeCriticalCss(css);

/** Reduces a document's inline styles to the rules that it needs. The whole stylesheet is loaded with React. */
export const withCriticalCss = (html: string) => html.replace(css, () => criticalCss(html));

/** The page's background color. */
export const pageColor = /--paper:([^;}]+)/.exec(css)?.[1] ?? "";
