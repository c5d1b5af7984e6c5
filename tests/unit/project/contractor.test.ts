import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { ourWordsIn } from "../../contractor/our-words";

/** Where a fact of the company may stand outside app/contractor/, and why. */
const EXCEPTIONS: Record<string, string[]> = {
  // Defaults that nobody can take for real. The log asks for real ones until they are set.
  "config/settings.server.ts": ["Excavat", "excavat"],
};

it("no file of app/ outside contractor/ names a town, a state, a service, an hour, a word of the trade or a color", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.\w+$/.test(file) && !file.startsWith("contractor/"),
  );
  const found = files.map((file) => {
    const words = ourWordsIn(readFileSync(`app/${file}`, "utf8"));
    return [file, words.filter((word) => !EXCEPTIONS[file]?.includes(word))] as const;
  });
  expect(found.filter(([, words]) => words.length > 0)).toEqual([]);
});

it("every color but black and white is in the room", () => {
  const sheets = readdirSync("app/styles").map((name) => readFileSync(`app/styles/${name}`, "utf8"));
  expect(sheets.join().match(/#(?!000\b|fff\b)[0-9a-f]{3,8}\b|rgb\((?!255 255 255|var)/gi)).toBeNull();
});

it("finds what it looks for", () => {
  expect(ourWordsIn(readFileSync("app/contractor/company.ts", "utf8"))).toContain("Michigan");
  expect(ourWordsIn("#F4EDE0 Battle Creek, 08:00, Pool Excavation, it was dug, digging")).toEqual([
    "Battle Creek",
    "08:00",
    "Pool Excavation",
    "Excavat",
    "digging",
    "#F4EDE0",
  ]);
});
