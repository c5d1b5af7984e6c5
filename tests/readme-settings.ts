import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { SAMPLES, settings } from "../app/config/settings.server";

/** Where the table stands in the README. */
const PLACE = /(?<=<!-- settings -->\n)[\s\S]*?(?=<!-- end of settings -->)/;

const INTRODUCTION = [
  "Every setting. Copy this file to .env and uncomment what you change. The site names every invalid setting and refuses to start. Samples left as they are, like www.example.com, count as not set, and the log names them.",
  'Write a value as it is. Put one with a # in double quotation marks: BUSINESS_PO_BOX="PO Box #100". In a URL write %23 for # and %24 for $.',
];

/** Each setting as the schema has it: name, default, meaning; and the range of a number. */
function rows() {
  const { properties = {} } = z.toJSONSchema(settings, { io: "input", unrepresentable: "any" });
  return Object.entries(properties).map(([name, setting]) => {
    if (typeof setting === "boolean" || !setting.description) throw new Error(`${name} has no description`);
    const { default: value = "", description, minimum, maximum } = setting;
    const range = maximum === undefined ? "" : `. From ${minimum} to ${maximum}`;
    return { name, value: String(value), meaning: description, range };
  });
}

/** The README with the table of settings. */
export function withSettings(readme: string): string {
  const lines = rows().map(
    ({ name, value, meaning }) => `| \`${name}\` | ${value && `\`${value}\``} | ${meaning} |`,
  );
  const table = ["| setting | default | what it is |", "| --- | --- | --- |", ...lines].join("\n");
  if (!PLACE.test(readme)) throw new Error("README.md has no place for the settings");
  return readme.replace(PLACE, () => `${table}\n`);
}

const comment = (text: string) => text.replace(/(.{1,118})(?: |$)/g, "# $1\n");

/** .env.example: each setting commented out, with its default or a sample. */
export function envExample(): string {
  const settings = rows().map(({ name, value, meaning, range }) => {
    const shown = (SAMPLES as Record<string, string>)[name] ?? value;
    return `\n${comment(meaning.replaceAll("`", "") + range)}#${name}=${shown}\n`;
  });
  return INTRODUCTION.map(comment).join("#\n") + settings.join("");
}

/** `npm run readme:settings` rewrites both after a setting has changed. */
if (process.env.npm_lifecycle_event === "readme:settings") {
  writeFileSync("README.md", withSettings(readFileSync("README.md", "utf8")));
  writeFileSync(".env.example", envExample());
}
