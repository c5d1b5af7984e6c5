import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { settings } from "../app/config/settings.server";

/** Where the table stands in the README. */
const PLACE = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- end of settings -->)/;

/** The README with the table of settings as the schema has them: name, default, meaning. */
export function withSettings(readme: string): string {
  const { properties = {} } = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
  const rows = Object.entries(properties).map(([name, setting]) => {
    if (typeof setting === "boolean" || !setting.description) throw new Error(`${name} has no description`);
    const value = setting.default === undefined ? "" : `\`${setting.default}\``;
    return `| \`${name}\` | ${value} | ${setting.description} |`;
  });
  const table = ["| setting | default | what it is |", "| --- | --- | --- |", ...rows].join("\n");
  if (!PLACE.test(readme)) throw new Error("README.md has no place for the settings");
  return readme.replace(PLACE, () => `${table}\n`);
}

/** `npm run readme:settings` rewrites it after a setting has changed. */
if (process.env.npm_lifecycle_event === "readme:settings")
  writeFileSync("README.md", withSettings(readFileSync("README.md", "utf8")));
