import { lstatSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import sharp from "sharp";

const PHOTO = /\.(?:jpe?g|png|webp)$/i;
/** Decoding a larger photo would use all memory of a small machine. */
const MAX_PIXELS = 60_000_000;
const MAX_CAPTION_LENGTH = 200;

/**
 * Reads the owner's photos in a folder, sorted by name. A photo's caption is the content of a text file with the same name, or the
 * file name itself (`03-Behind the barn.jpg`) unless a camera chose it.
 *
 * @param {string} folder
 * @returns {Promise<{ photos: { name: string, file: Buffer, caption: string }[], problems: string[] }>} problems: what is wrong, a line each
 */
export async function findPhotos(folder) {
  /** @type {{ name: string, file: Buffer, caption: string }[]} */
  const photos = [];
  /** @type {string[]} */
  const problems = [];
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const names = readdirSync(folder)
    .filter((name) => !name.startsWith(".") && name !== "README.md")
    .sort(order);
  for (const name of names) {
    const path = join(folder, name);
    const problem = unusable(path) ?? (PHOTO.test(name) ? await unreadable(path) : misplaced(name, names));
    if (problem) problems.push(`${name} ${problem}`);
    if (problem || !PHOTO.test(name)) continue;
    const captionFile = names.find(
      (candidate) => stem(candidate) === stem(name) && extname(candidate) === ".txt",
    );
    const text = captionFile ? readFileSync(join(folder, captionFile), "utf8") : fromName(stem(name));
    const caption = text.replace(/\s+/g, " ").trim();
    photos.push({ name, file: readFileSync(path), caption });
    if (caption.length > MAX_CAPTION_LENGTH)
      problems.push(
        `${captionFile ?? name} has a caption of over ${MAX_CAPTION_LENGTH} characters. Shorten it.`,
      );
  }
  return { photos, problems };
}

/** @param {string} name */
const stem = (name) => name.slice(0, name.length - extname(name).length);

/** @param {string} path */
function unusable(path) {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return "is a link. Put the photo itself here.";
  if (!entry.isFile()) return "is not a file. Put the photos themselves here.";
}

/** What is wrong with a file that is not a photo: it must be the caption of one. @param {string} name @param {string[]} names */
function misplaced(name, names) {
  if (/\.(?:heic|heif)$/i.test(name))
    return "is a HEIC photo, which browsers can't show. Make a JPEG of it: on an iPhone, email it to yourself; on a Mac, open it in Preview, File, Export.";
  if (extname(name) !== ".txt") return "is not a JPEG, PNG or WebP photo.";
  if (!names.some((candidate) => PHOTO.test(candidate) && stem(candidate) === stem(name)))
    return "does not match any photo. Give it the same name as its photo.";
}

/** @param {string} path */
async function unreadable(path) {
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS)
      return `has ${Math.round((width * height) / 1e6)} megapixels. Make it smaller: at most ${MAX_PIXELS / 1e6}.`;
  } catch {
    return "can't be read as a photo. Export it again as JPEG.";
  }
}

/** The caption in a file name, without a leading number for sorting; "" for a camera's name. @param {string} name */
function fromName(name) {
  if (/^(?:IMG|DSC|DSCN|DSCF|PXL|MVIMG|GOPR|P|WhatsApp|Screenshot)?[-_ ]?\d{3,}/i.test(name)) return "";
  return name.replace(/^\d+[-_. ]+/, "").replace(/[-_]+/g, " ");
}
