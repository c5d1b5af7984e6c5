import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TOWN_NAMES } from "~/contractor/area";
import { STATE } from "~/contractor/company";
import { SERVICE } from "../contractor/offered";
import { ourFactsIn, ourWordsIn } from "../contractor/our-words";
import { pageColor } from "../contractor/page-color";

/** Where a fact of the company may stand outside app/contractor/, and why. */
const EXCEPTIONS: Record<string, RegExp> = {
  // Defaults that nobody can take for real. The log asks for real ones until they are set.
  "app/config/settings.server.ts": /^excavat$/i,
  // An example: how hours are written.
  "app/content/office-hours.server.ts": /am-/,
  // A made-up week and its time zone.
  "tests/unit/document/office-hours.test.ts": /[:/]|am-/,
  // Which service has a place in the list and a finished picture: the ids in our order.
  "tests/e2e/services.spec.ts": /-/,
  // The year is the owner's own claim.
  "tests/e2e/about-and-policies.spec.ts": /^\d+$/,
};

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name) && !/^contractor\/|node_modules\//.test(name))
    .map((name) => `${folder}/${name}`);
const foundIn = (folder: string, wordsIn: (text: string) => string[]) =>
  filesOf(folder).flatMap((file) =>
    wordsIn(readFileSync(file, "utf8"))
      .filter((word) => !EXCEPTIONS[file]?.test(word))
      .map((word) => `${file}: ${word}`),
  );

it("contractor: no other file of app/ names a fact, a word of the trade or a color", () => {
  expect(foundIn("app", ourWordsIn)).toEqual([]);
});

it("contractor: no test names them; it reads them from app/contractor/", () => {
  // Words of the trade are in the made-up names of tests, such as dig.example.
  expect(foundIn("tests", ourFactsIn)).toEqual([]);
});

it("contractor: every color but black and white is in its folder", () => {
  const sheets = readdirSync("app/styles").map((name) => readFileSync(`app/styles/${name}`, "utf8"));
  expect(sheets.join().match(/#(?!000\b|fff\b)[0-9a-f]{3,8}\b|rgb\((?!255 255 255|var)/gi)).toBeNull();
});

it("contractor: the search finds what it looks for", () => {
  const facts = [STATE.name, TOWN_NAMES[1], SERVICE.title, pageColor("app/contractor")?.toUpperCase()];
  for (const fact of facts) expect(ourWordsIn(`By ${fact}.`)).toContain(fact);
  expect(ourWordsIn("It was dug, digging")).toEqual(["digging"]);
});
