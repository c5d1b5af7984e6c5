import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeCriticalCss } from "~/document/critical-css";
import fonts from "~/styles/fonts.css";
import sheet from "~/styles/index.css";

const read = (href: string) => readFileSync(join("public", href), "utf8");

/** The site's styles. Each document has the ones it needs inline, which saves a request before anything shows. */
export const css = read(fonts) + read(sheet);

const criticalCss = makeCriticalCss(css);

/** A document with its own rules alone. The whole sheet comes with React, which may show anything. */
export const withCriticalCss = (html: string) => html.replace(css, () => criticalCss(html));

/** The color of the page, which the browser may give its own bar, too. */
export const pageColor = /--paper:([^;}]+)/.exec(css)?.[1] ?? "";
