import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A photo that the build has encoded. Its files are `/photos/<id>-<width>.avif` and `.webp`, and `/photos/<id>.jpg`. */
export type Photo = {
  id: string;
  /** Empty where nobody wrote one. */
  caption: string;
  /** Of the upright photo, in pixels. */
  width: number;
  height: number;
  widths: number[];
  isOwner: boolean;
};

/** What encode-photos.mjs wrote. */
const LIST = join("build", "photos.json");

const all: Photo[] = existsSync(LIST) ? JSON.parse(readFileSync(LIST, "utf8")) : [];

/** The owner. */
export const portrait = all.find(({ isOwner }) => isOwner);

/** Their work, in the order of the files' names. */
export const workPhotos = all.filter(({ isOwner }) => !isOwner);
