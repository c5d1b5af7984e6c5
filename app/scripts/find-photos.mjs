import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import sharp from "sharp";

const PHOTO = /\.(?:jpe?g|png|webp)$/i;
/** More than that takes the memory of a small machine to decode. */
const MOST_PIXELS = 60_000_000;
const LONGEST_CAPTION = 200;

/**
 * The owner's photos in a folder, by their names. Each has its words in a text file of its name, or in its name:
 * `03-Behind the barn.jpg`. A name that a camera gave says nothing, so such a photo has no caption.
 *
 * @param {string} folder
 * @returns {Promise<{ photos: { name: string, file: Buffer, caption: string }[], faults: string[] }>} faults: what is wrong, a line each
 */
export async function findPhotos(folder) {
  /** @type {{ name: string, file: Buffer, caption: string }[]} */
  const photos = [];
  /** @type {string[]} */
  const faults = [];
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "README.md")
    .sort(order);
  for (const name of names) {
    const place = join(folder, name);
    const fault = unusable(place) ?? (PHOTO.test(name) ? await unreadable(place) : misplaced(name, names));
    if (fault) faults.push(`${name} ${fault}`);
    if (fault || !PHOTO.test(name)) continue;
    const beside = names.find((other) => stem(other) === stem(name) && extname(other) === ".txt");
    const caption = beside ? readFileSync(join(folder, beside), "utf8") : fromName(stem(name));
    photos.push({ name, file: readFileSync(place), caption: caption.replace(/\s+/g, " ").trim() });
    if ((photos.at(-1)?.caption.length ?? 0) > LONGEST_CAPTION)
      faults.push(`${beside ?? name} has a caption of over ${LONGEST_CAPTION} characters. Shorten it.`);
  }
  return { photos, faults };
}

/** @param {string} name */
const stem = (name) => name.slice(0, name.length - extname(name).length);

/** @param {string} place */
function unusable(place) {
  const entry = lstatSync(place);
  if (entry.isSymbolicLink()) return "is a link. Put the photo itself here.";
  if (!entry.isFile()) return "is not a file. Put the photos themselves here.";
}

/** What is no photo must be the caption of one. @param {string} name @param {string[]} names */
function misplaced(name, names) {
  if (/\.(?:heic|heif)$/i.test(name))
    return "is a HEIC photo, which browsers can't show. Make a JPEG of it: on an iPhone, email it to yourself; on a Mac, open it in Preview, File, Export.";
  if (extname(name) !== ".txt") return "is not a JPEG, PNG or WebP photo.";
  if (!names.some((other) => PHOTO.test(other) && stem(other) === stem(name)))
    return "belongs to no photo. Give it the name of one.";
}

/** @param {string} place */
async function unreadable(place) {
  try {
    const { width, height } = await sharp(place, { limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS)
      return `has ${Math.round((width * height) / 1e6)} megapixels. Make it smaller: at most ${MOST_PIXELS / 1e6}.`;
  } catch {
    return "can't be read as a photo. Export it again as JPEG.";
  }
}

/** A number in front sorts, and is not said. @param {string} name */
function fromName(name) {
  if (/^(?:IMG|DSC|DSCN|DSCF|PXL|MVIMG|GOPR|P|WhatsApp|Screenshot)?[-_ ]?\d{3,}/i.test(name)) return "";
  return name.replace(/^\d+[-_. ]+/, "").replace(/[-_]+/g, " ");
}
