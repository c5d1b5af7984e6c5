import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

/** The guides' shell blocks, pasted as they are: real git, and programs that record their commands and fail when the test says so. */

const STUB = `#!/bin/sh
echo "\${0##*/} $*" >> "$RECORD"
case "$*" in
*"ps --all"*) printf 'old\\nnew\\n' ;;
*"ps "*) echo old ;;
inspect*) echo image ;;
run*) cat >> "$RECORD" ;;
esac
! echo "$*" | grep -q -e "$FAILS"
`;

const VERSION_1 = `
git init -qb main up && cd up && git config user.name up && git config user.email up@example.com
mkdir app public && touch public/icon public/logo && printf 'first\\n\\n\\n\\nlast\\n' > app/words
git add . && git commit -qm 1 && git clone -q . ../excavation-website`;
const VERSION_2 = "sed -i s/last/newer/ up/app/words && git -C up commit -qam 2";

let folder: string;
let site: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "guides-"));
  site = join(folder, "excavation-website");
  mkdirSync(join(folder, "bin"));
  for (const name of ["docker", "npm", "systemctl", "curl"])
    writeFileSync(join(folder, "bin", name), STUB, { mode: 0o755 });
  paste(`${VERSION_1}\ncd ..\n${VERSION_2}`, { cwd: folder });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The block of a guide that holds a text; /opt is a folder of the test's own. */
function block(guide: string, text: string): string {
  const blocks = readFileSync(`docs/${guide}.md`, "utf8").split("```sh\n").slice(1);
  const found = blocks.map((rest) => rest.split("```")[0] ?? "").find((one) => one.includes(text));
  return (found ?? `echo no block with ${text}; exit 99\n`).replaceAll("/opt", folder);
}

/** Pastes text into a shell. Returns its status, and the commands that the programs got. */
function paste(text: string, { cwd = site, fails = "nothing" } = {}) {
  const RECORD = join(folder, "record");
  writeFileSync(RECORD, "");
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const env = { NODE_ENV: "test", PATH, RECORD, FAILS: fails, GIT_CONFIG_GLOBAL: "/dev/null" } as const;
  const { status } = spawnSync("bash", { cwd, env, input: text });
  return { status, commands: readFileSync(RECORD, "utf8").split("\n").slice(0, -1) };
}

const words = () => readFileSync(join(site, "app/words"), "utf8").split("\n").filter(Boolean);

describe("the upgrade with compose", () => {
  const upgrade = () => block("operating", "docker compose build site");

  it("it brings the new version, and keeps the old image by a name", () => {
    const { status, commands } = paste(upgrade());
    expect([status, words()]).toEqual([0, ["first", "newer"]]);
    expect(commands).toContain("docker tag image excavation-website:old");
    expect(commands.slice(-3)).toEqual(["docker stop old", "docker rm old", "docker compose up --detach"]);
  });

  it("the old container stays, and the way back removes the new one, when that never responds", () => {
    const { commands } = paste(upgrade() + block("operating", "rm --force"), { fails: "--wait" });
    expect(commands.filter((line) => /^docker (stop|rm)/.test(line))).toEqual(["docker rm --force new"]);
    expect(commands.at(-1)).toBe("docker tag excavation-website:old excavation-website");
  });

  it("nothing is built when your own change is in the way", () => {
    const { status, commands } = paste(`sed -i s/last/mine/ app/words\n${upgrade()}`);
    expect(status).toBe(1);
    expect(commands.filter((line) => /build|up|stop/.test(line))).toEqual([]);
  });

  it("your changes are merged when you kept them as the guide says", () => {
    const { status } = paste(
      `sed -i s/first/mine/ app/words\n${block("customizing", "git commit")}${upgrade()}`,
    );
    expect([status, words()]).toEqual([0, ["mine", "newer"]]);
  });
});

it.each([
  ["--ours", "mine"],
  ["--theirs", "newer"],
])("guide: a conflict is settled file by file, and not committed before: %s", (side, last) => {
  const recipe = block("customizing", "git checkout --ours").split("\n");
  const line = (text: string, file: string) =>
    recipe.find((one) => one.includes(text))?.replaceAll("FILE", file) ?? "exit 99";
  const finish = block("customizing", "git commit --no-edit");
  paste("date > up/public/icon && git -C up commit -qam icon", { cwd: folder });
  paste(`sed -i s/last/mine/ app/words && git rm -q public/icon\n${block("customizing", "git commit")}`);
  paste(block("customizing", "--diff-filter"));
  expect(paste(finish).status).not.toBe(0);
  expect(paste(`${line(side, "app/words")}\n${line("git rm", "public/icon")}\n${finish}`).status).toBe(0);
  expect([words(), existsSync(join(site, "public/icon"))]).toEqual([["first", last], false]);
});

it("guide: docker run gets a value without its quotation marks when .env has them", () => {
  writeFileSync(join(site, ".env"), `BUSINESS_NAME=Bob's "Dig"\nBUSINESS_PO_BOX="P.O. Box #100"\n`);
  const { commands } = paste(block("going-live", "docker run"));
  expect(commands).toEqual(
    expect.arrayContaining([`BUSINESS_NAME=Bob's "Dig"`, "BUSINESS_PO_BOX=P.O. Box #100"]),
  );
});

describe("the upgrade without Docker", () => {
  const upgrade = (fails?: string) => paste(block("without-docker", "git pull"), { fails });
  const goBack = () => paste(block("without-docker", "mv excavation-website.old"), { cwd: folder });

  it("it brings the new version, and the way back the old one", () => {
    expect([upgrade().status, words()]).toEqual([0, ["first", "newer"]]);
    expect([goBack().status, words()]).toEqual([0, ["first", "last"]]);
  });

  it("it says so when the new version does not respond", () => {
    expect(upgrade("/healthz").status).toBe(1);
  });

  it("nothing is replaced, and the way back changes nothing, when the build fails", () => {
    expect(upgrade("run build").commands.at(-1)).toBe("npm run build");
    goBack();
    expect(words()).toEqual(["first", "last"]);
  });
});
