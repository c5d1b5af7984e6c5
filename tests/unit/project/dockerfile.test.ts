import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { settings } from "~/config/settings.server";
import packageJson from "../../../package.json";

/** The Dockerfile's instructions, continued lines joined and comments gone: ["FROM", "node:… AS modules"], … */
const instructions = readFileSync("Dockerfile", "utf8")
  .replace(/^#.*\n/gm, "")
  .replace(/\\\n/g, " ")
  .split("\n")
  .filter(Boolean)
  .map((line) => line.split(/ (.*)/s).slice(0, 2) as [string, string]);

const all = (name: string) => instructions.filter(([is]) => is === name).map(([, said]) => said.trim());
/** What holds for the image itself, and not for the stages that it copies from. */
const last = instructions.slice(instructions.findLastIndex(([name]) => name === "FROM"));
const own = (name: string) => last.filter(([is]) => is === name).map(([, said]) => said.trim());

describe("the image", () => {
  it("is made in three stages from one exact version of Node, slim, which the site takes", () => {
    const bases = all("FROM").map((said) => said.split(" ")[0]);
    expect(bases).toHaveLength(3);
    expect(new Set(bases).size).toBe(1);
    const [, major = 0, minor = 0] =
      /^node:(\d+)\.(\d+)\.\d+-\w+-slim$/.exec(bases[0] ?? "")?.map(Number) ?? [];
    const [, least = 0, leastMinor = 0] =
      /^>=(\d+)\.(\d+)$/.exec(packageJson.engines.node)?.map(Number) ?? [];
    expect(major % 2).toBe(0);
    expect(major > least || (major === least && minor >= leastMinor)).toBe(true);
  });

  it("runs node itself, with the flags of npm start, and what npm start runs", () => {
    const command: string[] = JSON.parse(own("CMD").join());
    // A container's settings come from its environment, so .env is not read.
    const start = packageJson.scripts.start.replace("--import ./app/start/dotenv.mjs ", "");
    expect(command.join(" ")).toBe(start);
    expect(own("ENTRYPOINT")).toEqual([]);
  });

  it("runs as the user node, named by its number, and can be told to end", () => {
    expect(own("USER")).toEqual(["1000:1000"]);
    expect(own("STOPSIGNAL")).toEqual([]);
    // What comes after USER is nothing that needs root.
    const after = last.slice(last.findIndex(([name]) => name === "USER")).map(([name]) => name);
    expect(after).toEqual(["USER", "EXPOSE", "HEALTHCHECK", "CMD"]);
  });

  it("asks /healthz with node, at the port it listens on", () => {
    const [check = ""] = own("HEALTHCHECK");
    const [program, ...rest]: string[] = JSON.parse(check.slice(check.indexOf("CMD") + 3));
    expect(program).toBe("node");
    expect(rest.join(" ")).toContain("port: process.env.PORT || 3000, path: '/healthz'");
    expect(own("EXPOSE")).toEqual(["3000"]);
  });

  it("sets nothing but what being a container means", () => {
    const set = own("ENV").flatMap((said) => said.split(/\s+/));
    expect(set).toEqual(["NODE_ENV=production", "HOST=0.0.0.0", "PORT=3000", "OUTBOX_DIR=/data"]);
    expect(own("VOLUME")).toEqual(["/data"]);
    // No argument of a build becomes a setting or a secret.
    expect(all("ARG")).toEqual(['SOURCE=""']);
    const said = instructions.map((line) => line.join(" ")).join("\n");
    for (const name of Object.keys(settings.shape).filter(
      (name) => !["HOST", "PORT", "OUTBOX_DIR"].includes(name),
    ))
      expect(said).not.toMatch(new RegExp(`\\b${name}\\b`));
    expect(said).not.toMatch(/secret|token|password/i);
  });

  it("names its version as package.json does", () => {
    expect(own("LABEL").join()).toContain(`org.opencontainers.image.version="${packageJson.version}"`);
  });

  it("holds every script that its start loads", () => {
    const scripts = own("COPY").join(" ");
    const start = readFileSync("app/start/explain-start.mjs", "utf8");
    for (const [, name] of start.matchAll(/from "\.\/(.*)"/g)) expect(scripts).toContain(`/${name} `);
  });

  it("holds production modules, the build, public files and what explains a start, and no other source or test", () => {
    expect(own("COPY")).toEqual([
      "--from=modules /site/node_modules node_modules",
      "--from=build /site/build build",
      "--from=build /site/public public",
      "--from=build /site/app/start/explain-start.mjs app/start/",
      "--from=modules /site/sbom.cdx.json ./",
      "package.json NOTICE ./",
    ]);
    const [modules = ""] = all("RUN");
    for (const flag of ["--omit=dev", "--omit=peer", "--omit=optional", "--ignore-scripts"])
      expect(modules).toContain(` ${flag} `);
  });
});

it("the builder gets only what .dockerignore allows, and that is what COPY asks for", () => {
  const lines = readFileSync(".dockerignore", "utf8").split("\n");
  const [first, ...rest] = lines.filter((line) => line && !line.startsWith("#"));
  expect(first).toBe("*");
  const allowed = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const asked = all("COPY")
    .filter((said) => !said.startsWith("--from"))
    .flatMap((said) => said.split(" ").slice(0, -1));
  expect(allowed.sort()).toEqual([...new Set(asked)].sort());
  for (const name of allowed) expect(readdirSync(".")).toContain(name);
});
