import { readFileSync } from "node:fs";

export type Named = { name: string; version: string };
export type Module = Named & { folder: string; license: string };

type LockEntry = { dev?: true; devOptional?: true; optional?: true; peer?: true };

/** The modules that the image holds: those of the lock file that `npm ci --omit=dev --omit=peer --omit=optional` installs. */
export function productionModules(): Module[] {
  const lock: { packages: Record<string, LockEntry> } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.entries(lock.packages)
    .filter(
      ([folder, { dev, devOptional, optional, peer }]) =>
        folder && !dev && !devOptional && !optional && !peer,
    )
    .map(([folder]) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
      return { folder, name, version, license };
    });
}

/** The package URL of a module, by which scanners name it. */
export const packageUrl = ({ name, version }: Named) => `pkg:npm/${name.replace("@", "%40")}@${version}`;
