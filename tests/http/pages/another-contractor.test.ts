import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { PAGES } from "~/urls/pages";
import { clockAt } from "../../clock.mjs";
import { SERVICES } from "../../contractor/ohio/services";
import { ourWordsIn } from "../../contractor/our-words";
import { pageColor } from "../../contractor/page-color";
import { startForwarder } from "../../forwarder/forwarder.mjs";
import { startMailServer } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { startReceiver } from "../operator/receiver";
import { runCommand } from "../operator/run-command";
import { type Answer, ask, FORM, postForm } from "../post";

/**
 * The site of a drain contractor in Ohio: this project, with tests/contractor/ohio in place of app/contractor, other
 * pictures and other settings. Nothing of it may be of the company whose folder was replaced.
 */

const ORIGIN = "https://www.clear.example";
const SETTINGS = {
  SITE_URL: ORIGIN,
  BUSINESS_NAME: "Clear Drains",
  BUSINESS_PHONE: "(740) 555-0142",
  BUSINESS_EMAIL: "office@clear.example",
  BUSINESS_STREET: "412 Elm St",
  BUSINESS_TOWN: "Delaware",
  BUSINESS_POSTAL_CODE: "43015",
  BUSINESS_FACEBOOK_URL: "none",
  MAIL_TO: "owner@clear.example",
  MAIL_AFTER_S: "0",
  REPORT_DAY: "friday",
};
const PICTURES = ["van", "shop", "closing", ...Object.values(SERVICES).map(({ picture }) => picture)];
const PATHS = PAGES.map(({ path }) => path);
const WIDTHS = [240, 480, 736, 800, 1280];
const TYPED = { ...FORM, projectType: "sump-pumps" };

const folder = mkdtempSync(join(tmpdir(), "ohio-"));
let site: Site;
/** Of the site, and of the commands beside it. */
let settings: Record<string, string>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let forwarder: Awaited<ReturnType<typeof startForwarder>>;
let mail: Awaited<ReturnType<typeof startMailServer>>;

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, {
    cwd: folder,
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
  });

beforeAll(async () => {
  for (const name of ["app", "public", "remix.config.js", "package.json", "tsconfig.json"])
    cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  for (const replaced of ["app/contractor", "public/images", "public/build"])
    rmSync(join(folder, replaced), { recursive: true });
  cpSync("tests/contractor/ohio", join(folder, "app/contractor"), { recursive: true });
  const images = join(folder, "public/images");
  mkdirSync(images);
  for (const name of PICTURES)
    for (const width of WIDTHS)
      for (const type of ["avif", "webp", "jpg"]) writeFileSync(join(images, `${name}-${width}.${type}`), "");
  for (const name of ["service-area-map", "service-area-map-phone"])
    writeFileSync(join(images, `${name}.svg`), "<svg/>");
  run("npm", "run", "build");
  [forwarder, mail, receiver] = await Promise.all([startForwarder(), startMailServer(), startReceiver()]);
  const OUTBOX_DIR = join(folder, "outbox");
  mkdirSync(OUTBOX_DIR);
  writeFileSync(join(OUTBOX_DIR, "report"), "2027-01-08"); // The next weekly email is due.
  const dead = { ...sampleQuote("quote", TYPED), receivedAt: "2027-01-14T12:00:00Z" };
  await openFolder(OUTBOX_DIR).markDead(gaveUp(dead, new Date("2027-01-14T12:00:00Z")));
  const winter = clockAt("2027-01-15T13:30:00-05:00");
  const channels = { FORWARD_URL: forwarder.url, SMTP_URL: mail.url, NOTIFY_URL: receiver.url("/") };
  settings = { ...SETTINGS, ...channels, ...winter, OUTBOX_DIR, LOG_LEVEL: "debug" };
  site = await startSite(settings, folder);
}, 300_000);
afterAll(async () => {
  await Promise.all([site?.end(), forwarder?.close(), mail?.close(), receiver?.close()]);
  rmSync(folder, { recursive: true });
});

const whole = ({ headers, text }: Answer) => `${JSON.stringify(headers)}\n${text}`;

it("another contractor: every page, modal, error page and file is Ohio's", async () => {
  const modals = Object.keys(SERVICES).map((id) => `/services/quote?service=${id}`);
  const files = ["/site.webmanifest", "/sitemap.xml", "/robots.txt", "/.well-known/security.txt"];
  const shown: Record<string, Answer> = {};
  for (const path of [...PATHS, "/quote", "/contact/quote", ...modals, ...files, "/no-such-page"])
    shown[path] = await ask(site.url, path);
  shown.invalid = await postForm(site.url, "/quote", { ...TYPED, phone: "", email: "x" });
  shown.foreign = await postForm(site.url, "/quote", TYPED, { "sec-fetch-site": "cross-site" });
  shown.put = await ask(site.url, "/", { method: "PUT" });
  for (const [path, answer] of Object.entries(shown)) expect(ourWordsIn(whole(answer)), path).toEqual([]);
  expect(shown.invalid.text).toContain("like (740) 123-4567");

  const pictures = new Set(
    PATHS.flatMap((path) => [...(shown[path]?.text ?? "").matchAll(/\/images\/[\w.-]+/g)].flat()),
  );
  expect(pictures.size).toBeGreaterThan(40);
  for (const picture of pictures) expect((await ask(site.url, picture)).status, picture).toBe(200);
});

it("another contractor: no script or stylesheet holds a word or a color of ours", () => {
  const built = join(folder, "public/build");
  for (const name of readdirSync(built, { recursive: true, encoding: "utf8" }))
    if (/\.(js|css)$/.test(name))
      expect(ourWordsIn(readFileSync(join(built, name), "utf8")), name).toEqual([]);
});

it("another contractor: hours, day off, street, towns and color are Ohio's everywhere", async () => {
  const { text } = await ask(site.url, "/");
  expect(text).toContain("Monday-Friday 7am-4:30pm, Saturday 7:30am-12pm");
  expect(text).toContain("It&#x27;s office hours now in Ohio");
  expect(text).toContain("412 Elm St</div><div>Delaware, OH 43015");
  expect(text).toContain("Serving Delaware, Powell, Westerville and surrounding areas.");
  expect(text).toContain('alt="Map of Delaware, Powell, Westerville."');
  const paper = pageColor("tests/contractor/ohio");
  expect(text).toContain(`<meta name="theme-color" content="${paper}"/>`);
  expect((await ask(site.url, "/site.webmanifest")).text).toContain(`"background_color":"${paper}"`);
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? "");
  expect(data["@graph"][0]).toMatchObject({
    "@type": "Plumber",
    address: {
      streetAddress: "412 Elm St",
      addressLocality: "Delaware",
      addressRegion: "OH",
      postalCode: "43015",
    },
    foundingDate: "2004",
    openingHoursSpecification: [
      {
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "07:00",
        closes: "16:30",
      },
      { dayOfWeek: ["Saturday"], opens: "07:30", closes: "12:00" },
    ],
    specialOpeningHoursSpecification: [{ validFrom: "2027-12-25", validThrough: "2027-12-25" }],
    hasOfferCatalog: { name: "Plumbing services" },
  });
  expect(data["@graph"][0].address.postOfficeBoxNumber).toBeUndefined();
  expect(data["@graph"][0].areaServed[2]).toMatchObject({
    name: "Westerville",
    containedInPlace: { name: "Franklin County", containedInPlace: { name: "Ohio" } },
  });
});

it("another contractor: requests, emails, messages, the doctor and the log are in Ohio's words", async () => {
  forwarder.behave("json-activation");
  expect((await postForm(site.url, "/quote", TYPED)).status).toBe(303);
  const types = () => receiver.messages().map(({ type }) => type);
  await vi.waitFor(() =>
    expect(types()).toEqual(expect.arrayContaining(["condition.began", "request.arrived"])),
  );
  const doctor = await runCommand("doctor", ["--send"], { ...settings, PORT: String(site.port) }, folder);
  expect(doctor.out).toMatch(/ok +notify/);
  await vi.waitFor(() => expect(mail.received).toHaveLength(3));
  expect(mail.received.map(({ mail }) => mail.subject).sort()).toEqual([
    expect.stringMatching(/^Clear Drains: 1 GIVEN UP: call /),
    expect.stringContaining(": Other, TEST"),
    expect.stringContaining(": Sump Pumps, "),
  ]);
  expect(mail.received.map(({ mail }) => mail.text).join()).toContain("1:30 PM, Ohio time");
  for (const said of [
    doctor.out,
    doctor.err,
    site.output(),
    ...mail.received.map(({ mail, raw }) => JSON.stringify(mail) + raw),
  ])
    expect(ourWordsIn(said)).toEqual([]);
  expect(ourWordsIn(JSON.stringify([forwarder.received, receiver.received]))).toEqual([]);
});

it("another contractor: the types of app/ are right with Ohio's folder", () => {
  const options = ["--noEmit", "--skipLibCheck", "--singleThreaded"]; // Parallel checkers compute more.
  const path = join(folder, "tsconfig.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"tests/**/*", ', ""));
  expect(run("npx", "tsc", ...options)).toBe("");
});
