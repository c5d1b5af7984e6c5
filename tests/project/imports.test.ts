import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";

/**
 * The parts of app/, each with what it may import: itself and the parts above it in this list. A name without a slash
 * at its end is one file.
 */
const ORDER =
  `content/ contractor/ local-time config/ log/ root-data urls/ http/ document/ hydration/ quote/project-types quote/email-address
  quote/fields quote/values quote/outcome quote/lifecycle/
  quote/outbox/ quote/delivery/ quote/intake/ quote/receipt/ quote/quote-service quote/action quote/form/ monitoring/ ui/ root routes/
  cli/ start/ entry scripts/`.split(/\s+/);

/** Code for browsers: of the quote's way it may know only the form's own rules. */
const BROWSER = /^(quote\/form|quote\/receipt|ui)\/(?!.*\.server\.)/;
const SERVER_ONLY = /^quote\/(lifecycle|outbox|delivery|intake|receipt\/receipt-token|quote-service|action)/;

const files = readdirSync("app", { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.(tsx?|mjs)$/.test(file) && file !== "env.d.ts",
);
const statusOf = (path: string) =>
  ORDER.findIndex(
    (part) => path.startsWith(part) && (part.endsWith("/") || /^(?:[.-]|$)/.test(path.slice(part.length))),
  );

/** What a file of app/ imports of the others, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join("app", file), "utf8");
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*"(~|\.{1,2})\/([^"]+)"/g)].map(
    ([, start = "", rest = ""]) => join(start === "~" ? "" : dirname(file), start === "~" ? "" : start, rest),
  );
  return files.filter((other) => names.includes(other) || names.includes(other.replace(/\.\w+$/, "")));
}

it("imports: every file of app/ is in the list", () => {
  expect(files.filter((file) => statusOf(file) < 0)).toEqual([]);
});

// That none import each other in a circle is a rule of Biome's.
it("imports: each part imports only those above it", () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter(
        (target) => statusOf(target) > statusOf(file) || (BROWSER.test(file) && SERVER_ONLY.test(target)),
      )
      .map((target) => `${file} imports ${target}`),
  );
  expect(wrong).toEqual([]);
});
