import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ABOUT } from "~/contractor/about";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Site, startSite } from "../../start-site";
import { ARRIVED, FORM } from "../post";
import { typeInto } from "./keys";

/** Clients that are no Chromium. One that is not installed is skipped, and the run says so. */

const run = promisify(execFile);
const installed = (program: string) => {
  const found = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)));
  if (!found) console.warn(`SKIPPED: ${program} is not installed, so no request was sent with it.`);
  return found;
};

let forwarder: Forwarder;
let site: Site;
let visitor: typeof FORM;
let visitors = 0;
beforeAll(async () => {
  forwarder = await startForwarder();
  site = await startSite({ FORWARD_URL: forwarder.url });
});
// Another visitor for each: the same request sent again within the hour would rightly not be sent.
beforeEach(() => {
  forwarder.reset();
  visitor = { ...FORM, fullName: `${FORM.fullName} ${visitors++}` };
});
afterAll(async () => {
  await site.end();
  await forwarder.close();
});
/** This visitor's request came, once. */
const arrived = () =>
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    expect.arrayContaining(ARRIVED("New Contact Request from Website", visitor.fullName)),
  ]);

it.skipIf(!installed("curl"))("curl -F: multipart arrives with the nine fields exactly, once", async () => {
  // Quoted, for curl takes a bare "(" as the beginning of a nested multipart.
  const fields = Object.entries(visitor).flatMap(([name, value]) => ["-F", `${name}="${value}"`]);
  const { stdout } = await run("curl", ["-s", "-i", ...fields, `${site.url}/contact`]);
  expect(stdout).toMatch(/^HTTP\/1.1 303 /);
  expect(stdout).toMatch(/^location: \/contact\?sent=1&mark=[\w.-]+\r$/im);
  arrived();
});

it.skipIf(!installed("lynx"))(
  "lynx: the first link of a modal leads to its form, and to what became of it",
  async () => {
    const { stdout } = await run("lynx", ["-dump", `${site.url}/about/quote`]);
    expect(stdout).toMatch(/^\s*\[1\]Skip to form/);
    expect(stdout).toMatch(/ 1\. http:\S+\/about\/quote#quote\n/);
    const [before = "", form = ""] = stdout.split("GET YOUR FREE QUOTE");
    expect(before).toContain(ABOUT.story[0]?.heading);
    expect(form).toContain("Full Name *");
  },
);

/** Lynx's names of keys, byte by byte: what a person types into a field. */
const typed = (text: string) =>
  [...Buffer.from(text)].map((byte) => {
    if (byte === 0x20) return "<space>";
    if (byte === 0x0a) return "<return>";
    return byte < 0x7f ? String.fromCharCode(byte) : `0x${byte.toString(16)}`;
  });

it.skipIf(!installed("lynx") || !installed("script"))(
  "lynx: a request typed into the form arrives with the nine fields exactly, once",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "lynx-"));
    const down = (times: number) => Array(times).fill("Down Arrow");
    const keys = [
      ...down(10), // Ten links and buttons come before the form.
      ...typed(visitor.fullName),
      ...down(1),
      ...typed(FORM.email),
      ...down(1),
      ...typed(FORM.phone),
      ...down(1),
      ...["<return>", ...down(3), "<return>"], // The list of project types, and its third service.
      ...down(1),
      ...typed(FORM.projectLocation),
      ...down(1),
      ...typed(FORM.additionalNotes.replace("\r\n", "\n")),
      ...["<tab>", "<tab>", "<return>"], // Past the field that says "Leave this field empty": Send Message.
      ...["Q", "y"],
    ];
    await writeFile(join(folder, "keys"), keys.map((name) => `key ${name}\n`).join(""));
    // Lynx wants a terminal; script gives it one.
    await run("script", ["-qec", `lynx -cmd_script=keys ${site.url}/contact`, "/dev/null"], {
      cwd: folder,
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
      timeout: 60_000,
    });
    await rm(folder, { recursive: true });
    arrived();
  },
);

it.skipIf(!installed("w3m") || !installed("script"))(
  "w3m: a request typed into the form arrives with the nine fields exactly, once",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "w3m-"));
    // In w3m a field of several lines is written with the editor of one's choice.
    const editor = join(folder, "editor");
    await writeFile(editor, `#!/bin/sh\nprintf 'First\\nSecond\\n' >"$1"\n`, { mode: 0o755 });
    // What it writes last before it waits for a key. Keys that come earlier it forgets.
    const waits = "[^]*1006h$";
    const idle = new RegExp(`Viewing <${waits}`);
    const next = "\t\r";
    await typeInto(
      `w3m ${site.url}/contact`,
      [
        [idle, "/Full Name\r"],
        [idle, next],
        ...[visitor.fullName, FORM.email, FORM.phone].flatMap((text): [string | RegExp, string][] => [
          ["TEXT:", `${text}\r`],
          [idle, next],
        ]),
        // The list of project types, and its third service.
        [new RegExp(`Other${waits}`), "jjj\r"],
        [idle, next],
        ["TEXT:", `${FORM.projectLocation}\r`],
        [idle, next],
        // Past the field that says "Leave this field empty": Send Message.
        [idle, "\t\t\r"],
        [new RegExp(`HTTP/1.1 200${waits}`), "Q"],
      ],
      { EDITOR: editor, VISUAL: editor, HOME: folder },
    );
    await rm(folder, { recursive: true });
    arrived();
  },
);

it.skipIf(!installed("links") || !installed("script"))(
  "Links: a request typed into the form arrives with the nine fields exactly, once",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "links-"));
    // Ctrl-L redraws the whole screen: otherwise only what differs is written.
    const redraw = "\x0c";
    const down = `\x1b[B${redraw}`;
    const [first, second] = FORM.additionalNotes.split("\r\n");
    await typeInto(
      `links ${site.url}/contact`,
      [
        ["Welcome to links", `\r${redraw}`],
        // It begins at "Skip to content".
        ["contact#main", `\r${down}`],
        ["tel:", down],
        ["name fullName", `${visitor.fullName}${down}`],
        ["name email", `${FORM.email}${down}`],
        ["name phone", `${FORM.phone}${down}`],
        // The list of project types, and its third service.
        ["name projectType", `\r${redraw}`],
        ["Snow Plowing", `\x1b[B\x1b[B\x1b[B\r${redraw}`],
        [/Pool Excavation_[\s\S]*name projectType/, down],
        ["name projectLocation", `${FORM.projectLocation}${down}`],
        ["name additionalNotes", `${first}\r${second}${down}`],
        // The field that says "Leave this field empty".
        ["name b7", down],
        ["Post form to", "\r"],
        ["Thank you for your quote request!", "Q"],
      ],
      { HOME: folder },
    );
    await rm(folder, { recursive: true });
    arrived();
  },
);
