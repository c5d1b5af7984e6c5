import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CONDITION_IDS } from "~/monitoring/conditions/conditions.server";
import { RESPONSE_CLASSES } from "~/quote/lifecycle/response-classes.server";

const guide = readFileSync("docs/log.md", "utf8");
const source = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join("app", name), "utf8"))
  .join("\n");

/** The names at the beginnings of a section's list. */
const namesIn = (heading: string) =>
  [
    ...(guide.split(`# ${heading}\n`)[1]?.split("\n#")[0] ?? "").matchAll(/^- ((?:`[^`]+`(?:, )?)+):/gm),
  ].flatMap(([, names]) => names?.match(/[\w.*-]+/g) ?? []);

it("docs/log.md: lists every event that the site logs, and no other", () => {
  const logged = [...source.matchAll(/\blog\(\s*[^,()]+,\s*"([a-z._]+)"/g)].map(([, event]) => event);
  logged.push("condition.began");
  expect(logged.length).toBeGreaterThan(15);
  const documented = [...namesIn("Events"), "condition.began", "condition.over"];
  expect(documented.sort()).toEqual([...new Set(logged)].sort());
});

it("docs/log.md: lists every condition, and no other", () => {
  expect(namesIn("Conditions").sort()).toEqual([...CONDITION_IDS, "settings.*"].sort());
});

it("docs/log.md: lists every class of an attempt, and no other", () => {
  expect(namesIn("Classes of an attempt").sort()).toEqual(
    // The last one is that of a request for which no channel is set up.
    [...Object.keys(RESPONSE_CLASSES), "unconfigured"].sort(),
  );
});
