import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RESPONSE_CLASSES } from "~/quote/lifecycle/response-classes.server";

const guide = readFileSync("docs/log.md", "utf8");
const source = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join("app", name), "utf8"))
  .join("\n");

it("docs/log.md: it lists every event that the site logs, and no other", () => {
  const logged = [...source.matchAll(/\blog\(\s*[^,()]+,\s*"([a-z._]+)"/g)].map(([, event]) => event);
  const table = guide.split("## Log lines")[1] ?? "";
  const documented = [...table.matchAll(/^\| `([a-z]+\.[a-z_]+)`(?:, `([a-z]+\.[a-z_]+)`)* \|/gm)].map(
    ([, event]) => event,
  );
  expect(logged.length).toBeGreaterThan(15);
  expect([...new Set(documented)].sort()).toEqual([...new Set(logged)].sort());
});

it("docs/log.md: it lists every class of an attempt, and no other", () => {
  const table = guide.split("### Classes of an attempt")[1]?.split("\n## ")[0] ?? "";
  const documented = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(
    ([, names]) => names?.match(/[\w-]+/g) ?? [],
  );
  expect(documented.sort()).toEqual(Object.keys(RESPONSE_CLASSES).sort());
});
