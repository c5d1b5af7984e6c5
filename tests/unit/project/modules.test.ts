import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import packageJson from "../../../package.json";
import { packageUrl, productionModules } from "../../production-modules";

/** What the site ships of others: which modules, under which licenses, with which known advisories. */

const modules = productionModules();

/** Licenses that let a company run a site without publishing its own source. */
const ALLOWED = ["MIT", "MIT-0", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "Unlicense"];

it("every module that is shipped has a license that we accept", () => {
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

it("the list of modules that the image gets names each of them, with its version and license, and no other", () => {
  const [, command = ""] =
    /^RUN (npm pkg delete .* sbom\.cdx\.json)$/m.exec(readFileSync("Dockerfile", "utf8")) ?? [];
  // What the image has at that point: package.json and production modules. npm reads nothing else of a module.
  const folder = mkdtempSync(join(tmpdir(), "sbom-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const path of ["package.json", ...modules.map((module) => join(module.folder, "package.json"))])
    cpSync(path, join(folder, path));
  execFileSync("sh", ["-c", command], { cwd: folder, stdio: "ignore" });

  const { bomFormat, components } = JSON.parse(readFileSync(join(folder, "sbom.cdx.json"), "utf8"));
  expect(bomFormat).toBe("CycloneDX");
  // npm 10 lists a module once for each folder that it is in.
  const listed = new Set(components.map(({ purl }: { purl: string }) => purl));
  expect([...listed].sort()).toEqual([...new Set(modules.map(packageUrl))].sort());
  for (const { name, licenses } of components) expect(licenses, name).toHaveLength(1);
});

it("the statements on advisories are OpenVEX, and speak of modules that are shipped, in these versions", () => {
  const shipped = modules.map(packageUrl);
  for (const file of readdirSync(".vex")) {
    const vex = JSON.parse(readFileSync(join(".vex", file), "utf8"));
    expect(vex["@context"]).toBe("https://openvex.dev/ns/v0.2.0");
    for (const field of ["@id", "author", "timestamp", "version"]) expect(vex[field], field).toBeTruthy();
    expect(vex.statements.length).toBeGreaterThan(0);
    for (const { vulnerability, products, status, justification, impact_statement } of vex.statements) {
      const { name, aliases } = vulnerability;
      expect(name).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/);
      // Some scanners know an advisory by its CVE only.
      expect(aliases, name).toEqual([expect.stringMatching(/^CVE-\d{4}-\d{4,}$/)]);
      for (const product of products) expect(shipped, name).toContain(product["@id"]);
      expect(status, name).toBe("not_affected");
      expect(
        ["vulnerable_code_not_in_execute_path", "vulnerable_code_cannot_be_controlled_by_adversary"],
        name,
      ).toContain(justification);
      expect(impact_statement.length, name).toBeGreaterThan(40);
      // The document says the same to people.
      expect(readFileSync("docs/security.md", "utf8")).toContain(name);
    }
  }
});

it("the fonts' owners are named, and nobody gets a license of the site's own by accident", () => {
  const notice = readFileSync("NOTICE", "utf8");
  const fonts = readFileSync("public/fonts/LICENSE.txt", "utf8");
  for (const owner of ["The Archivo Project Authors", "The Public Sans Project Authors"]) {
    expect(notice).toContain(owner);
    expect(fonts).toContain(owner);
  }
  expect(notice).toContain("US Census Bureau");
  expect(packageJson.license).toBe("UNLICENSED");
});

it("every exact version of ours says what changed for the operator", () => {
  const changes = readFileSync("CHANGELOG.md", "utf8");
  const [newest] = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(newest).toBe(packageJson.version);
});
