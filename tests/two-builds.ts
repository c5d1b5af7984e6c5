import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const PROJECT = ["app", "build", "public", "remix.config.js", "tsconfig.json", "package.json"];

export type Builds = Awaited<ReturnType<typeof makeTwoBuilds>>;

/**
 * Two copies of the project: `before` with the last build, `after` with a newer one, in which the files of the form, the
 * modal and the services page have other names.
 */
export async function makeTwoBuilds() {
  const folder = await mkdtemp(join(tmpdir(), "builds-"));
  const [before, after] = [join(folder, "before"), join(folder, "after")];
  for (const project of [before, after]) {
    for (const name of PROJECT) await cp(name, join(project, name), { recursive: true });
    await symlink(join(process.cwd(), "node_modules"), join(project, "node_modules"));
  }
  const changes: [path: string, before: RegExp, after: string][] = [
    ["app/routes/quote.tsx", /Back to .*/, "Changed"],
    ["app/routes/services.tsx", /<Page.*>/, '<Page className="changed">'],
    ["app/quote/form/quote-form.tsx", /className="quote-form"/, 'className="quote-form changed"'],
  ];
  for (const [name, words, others] of changes) {
    const path = join(after, name);
    await writeFile(path, (await readFile(path, "utf8")).replace(words, others));
  }
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production" };
  await promisify(execFile)("npm", ["run", "build"], { cwd: after, env });
  return { before, after, remove: () => rm(folder, { recursive: true }) };
}
