import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { lowContrast } from "../../app/scripts/contrast.mjs";

/** What the build's first step says about a project in which this file has this text. */
function check(file: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "sources-"));
  for (const name of ["app/contractor", "public/favicon.svg", "package.json", "remix.config.js"])
    cpSync(name, join(folder, name), { recursive: true });
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
  const script = resolve("app/scripts/check-sources.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { status, stderr };
}
const CONFLICT = "a\n<<<<<<< HEAD\nb\n=======\nc\n>>>>>>> main\n";

it.each(["app/contractor/colors.css", "app/styles/new.css", "public/some.svg", "package.json"])(
  "build: it stops, and names the file, when a conflict is left in %s",
  (file) => {
    expect(check(file, CONFLICT)).toEqual({ status: 1, stderr: expect.stringContaining(`${file} holds`) });
  },
);

it("build: it goes on when a heading is underlined, and where the build's own files are", () => {
  expect(check("app/words.txt", "Heading\n=======\n")).toEqual({ status: 0, stderr: "" });
  expect(check("public/build/old.js", CONFLICT)).toEqual({ status: 0, stderr: "" });
});

it("build: it says the contrast when a text or a mark is hard to see", () => {
  const [line, ...more] = lowContrast("--button-text: #303030; --amber: #224488; --amber-pale: #ffffff;");
  expect(line).toContain("--button-text on --amber has a contrast of 1.41");
  expect(more).toEqual([]);
  // The outline of what has the focus needs less.
  expect(lowContrast("--amber: #1f6f5c; --topsoil: #2b2118;")).toEqual([
    expect.stringContaining("--amber on --topsoil has a contrast of"),
  ]);
  expect(lowContrast("--amber: #3f9f8c; --topsoil: #2b2118;")).toEqual([]);
});
