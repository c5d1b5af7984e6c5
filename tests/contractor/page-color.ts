import { readFileSync } from "node:fs";

/** The color of the page that a contractor's folder has. */
export const pageColor = (folder: string) =>
  /--paper: (#\w+)/.exec(readFileSync(`${folder}/colors.css`, "utf8"))?.[1];
