import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packageUrl, productionModules } from "../production-modules";

/** What the site ships of others: which modules, under which licenses, with which known advisories. */

const modules = productionModules();

/** Licenses that let a company run a site without publishing its own source. */
const ALLOWED = ["MIT", "MIT-0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"];

it("modules: each that is shipped has a license that we accept", () => {
  expect(modules.length).toBeGreaterThan(150);
  const refused = modules.filter(
    ({ license }) =>
      !String(license)
        .replace(/[()]/g, "")
        .split(" AND ")
        .every((name) => ALLOWED.includes(name)),
  );
  expect(refused).toEqual([]);
});

it("modules: the statements on advisories name shipped ones in these versions", () => {
  const shipped = modules.map(packageUrl);
  for (const file of readdirSync(".vex")) {
    const vex = JSON.parse(readFileSync(join(".vex", file), "utf8"));
    expect(vex.statements.length).toBeGreaterThan(0);
    for (const { vulnerability, products } of vex.statements) {
      for (const product of products) expect(shipped, vulnerability.name).toContain(product["@id"]);
      expect(readFileSync("docs/security.md", "utf8")).toContain(vulnerability.name);
    }
  }
});
