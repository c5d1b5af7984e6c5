import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Site, startSite } from "../../start-site";

/** A copy of the project's built site, with a folder of photos. */
const project = mkdtempSync(join(tmpdir(), "photos-"));
const folder = join(project, "app/contractor/photos");
const encode = () =>
  spawnSync(process.execPath, [resolve("app/scripts/encode-photos.mjs")], { cwd: project, encoding: "utf8" });

/** A photo as a phone keeps it: on its side, with the place where it was taken. */
const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#765432" } })
    .withExif({
      IFD0: { Make: "Phone" },
      IFD3: { GPSLatitude: "42/1 18/1 0/1", GPSLatitudeRef: "N" },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
const put = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content);

beforeAll(() => {
  for (const name of ["build", "public", "app/start", "package.json"])
    cpSync(name, join(project, name), { recursive: true });
  rmSync(join(project, "public/photos"), { recursive: true, force: true });
  symlinkSync(resolve("node_modules"), join(project, "node_modules"));
  mkdirSync(folder, { recursive: true });
});

afterAll(() => rmSync(project, { recursive: true }));

const sites: Site[] = [];
afterAll(() => Promise.all(sites.map((site) => site.end())));
const start = async () => {
  const site = await startSite({}, project);
  sites.push(site);
  return async (path: string) => (await fetch(site.url + path)).text();
};
const words = (html: string) => html.replaceAll(/<script[\s\S]*?<\/script>/g, "");

it("photos: the about page shows them, and the home page none, when there are two", async () => {
  put("02-Drain field in clay.jpg", await photo(2000, 1000));
  put(
    "10-IMG_1234.png",
    await sharp(await photo(300, 200))
      .png()
      .toBuffer(),
  );
  put("10-IMG_1234.txt", "A basement,\n  dug & level\n");
  expect(encode()).toMatchObject({ status: 0, stderr: "" });
  const get = await start();
  const about = words(await get("/about"));
  expect(about.match(/<figcaption[^>]*>.*?</g)).toEqual([
    expect.stringContaining(">Drain field in clay<"),
    expect.stringContaining(">A basement, dug &amp; level<"),
  ]);
  expect(about).toContain('alt="Drain field in clay"');
  expect(words(await get("/"))).not.toContain("/photos/");
  expect(await get("/terms-of-service")).toContain("show our work. The other pictures");
});

it("photos: one is served upright, in three formats and all sizes, without its location", async () => {
  const site = sites[0] as Site;
  const about = await (await fetch(`${site.url}/about`)).text();
  const paths = [...new Set(about.match(/\/photos\/\w+[-\w]*\.\w+/g))];
  const shown = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(site.url + path);
      const file = Buffer.from(await response.arrayBuffer());
      expect(file.includes("Phone"), path).toBe(false);
      const { width, height, exif, orientation } = await sharp(file).metadata();
      expect({ exif, orientation, csp: response.headers.has("content-security-policy") }, path).toEqual({
        csp: true,
      });
      return `${response.headers.get("content-type")} ${width}x${height}`;
    }),
  );
  expect(shown.sort()).toEqual([
    "image/avif 300x200",
    "image/avif 480x960",
    "image/avif 960x1920",
    "image/jpeg 300x200",
    "image/jpeg 960x1920",
    "image/webp 300x200",
    "image/webp 480x960",
    "image/webp 960x1920",
  ]);
});

it("photos: the home page shows them, and one that is gone is not served, when there are six", async () => {
  const made = () => execFileSync("ls", [join(project, "public/photos")], { encoding: "utf8" });
  const [first = ""] = made().split("\n");
  const { mtimeMs } = statSync(join(project, "public/photos", first));
  for (let i = 3; i < 8; i++) put(`${i}-Job ${i}.webp`, await photo(400, 100 + i));
  rmSync(join(folder, "10-IMG_1234.txt"));
  rmSync(join(folder, "10-IMG_1234.png"));
  put("owner.jpg", await photo(400, 400));
  expect(encode()).toMatchObject({ status: 0, stderr: "" });
  expect(made().match(/jpg/g)).toHaveLength(7);
  if (made().includes(first)) expect(statSync(join(project, "public/photos", first)).mtimeMs).toBe(mtimeMs);
  const get = await start();
  const home = words(await get("/"));
  expect(home.match(/<figcaption/g)).toHaveLength(6);
  expect(home).toContain('href="/about#photos"');
});

it("photos: the build ends with a line for each when files are no photos", async () => {
  put("a.jpg", "no photo");
  put("b.heic", "");
  put("c.gif", "");
  put("d.txt", "Words");
  put(
    "e.png",
    await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#000" } })
      .png({ compressionLevel: 1 })
      .toBuffer(),
  );
  symlinkSync("/etc/hostname", join(folder, "f.jpg"));
  mkdirSync(join(folder, "g.jpg"));
  put("h.jpg", (await photo(900, 900)).subarray(0, 2000));
  const long = `i${"x".repeat(220)}.jpg`;
  put(long, await photo(300, 300));
  const { status, stderr } = encode();
  expect(status).toBe(1);
  expect(
    stderr
      .trim()
      .split("\n")
      .map((line) => line.replace("app/contractor/photos/", "")),
  ).toEqual([
    "a.jpg can't be read as a photo. Export it again as JPEG.",
    expect.stringMatching(/^b\.heic is a HEIC photo, which browsers can't show\. Make a JPEG of it/),
    "c.gif is not a JPEG, PNG or WebP photo.",
    "d.txt does not match any photo. Give it the same name as its photo.",
    "e.png has 100 megapixels. Make it smaller: at most 60.",
    "f.jpg is a link. Put the photo itself here.",
    "g.jpg is not a file. Put the photos themselves here.",
    `${long} has a caption of over 200 characters. Shorten it.`,
  ]);
  for (const name of "abcdef")
    rmSync(join(folder, `${name}.${{ b: "heic", c: "gif", d: "txt", e: "png" }[name] ?? "jpg"}`));
  rmSync(join(folder, "g.jpg"), { recursive: true });
  rmSync(join(folder, long));
  expect(encode()).toMatchObject({
    status: 1,
    stderr: "app/contractor/photos/h.jpg is damaged. Export it again as JPEG.\n",
  });
});
