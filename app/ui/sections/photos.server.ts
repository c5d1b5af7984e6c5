import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A photo that the build has encoded. Its files are `/photos/<id>-<width>.avif` and `.webp`, and `/photos/<id>.jpg`. */
export type Photo = {
  id: string;
  /** "" if the owner wrote none. */
  caption: string;
  /** In pixels, after rotation. */
  width: number;
  height: number;
  widths: number[];
  isOwner: boolean;
};

/** Written by encode-photos.mjs. */
const LIST = join("build", "photos.json");

const all: Photo[] = existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : [];

/** The photo of the owner. */
export const portrait = all.find(({ isOwner }) => isOwner);

/** Photos of the work, in the order of their file names. */
export const workPhotos = all.filter(({ isOwner }) => !isOwner);
