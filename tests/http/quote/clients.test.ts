import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ABOUT } from "~/contractor/about";
import { SERVICE } from "../../contractor/offered";
import { ARRIVED, ask, FORM } from "../post";
import { forwarder, freshServices, sharedSite } from "../services";
import { type Step, typeInto } from "./keys";

/** Clients that are no Chromium. One that is not installed is skipped, and the run says so. */

const run = promisify(execFile);
const installed = (program: string) => {
  const found = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)));
  if (!found) console.warn(`SKIPPED: ${program} is not installed, so no request was sent with it.`);
  return found;
};

freshServices();
const site = sharedSite();
let folder: string;
let visitor: typeof FORM;
let visitors = 0;
/** The names of the contact form's fields, in order: a person goes through all of them, the hidden one, too. */
let names: string[];
beforeAll(async () => {
  const { text } = await ask(site.url, "/contact");
  names = [...text.matchAll(/<(?:input|select|textarea)\b[^>]* name="(\w+)"/g)].map(([, name]) => name ?? "");
});
// Another visitor for each: the same request sent again within the hour would rightly not be sent.
beforeEach(async () => {
  visitor = { ...FORM, fullName: `${FORM.fullName} ${visitors++}` };
  folder = await mkdtemp(join(tmpdir(), "client-"));
});
afterEach(() => rm(folder, { recursive: true }));
/** This visitor's request came, once. */
const arrived = () =>
  expect(forwarder.received.map(({ fields }) => fields)).toEqual([
    expect.arrayContaining(ARRIVED("New Contact Request from Website", visitor)),
  ]);

it.skipIf(!installed("curl"))(
  "curl -F: multipart arrives with the nine fields and no other, once",
  async () => {
    // Quoted, for curl takes a bare "(" as the beginning of a nested multipart.
    const fields = Object.entries(visitor).flatMap(([name, value]) => ["-F", `${name}="${value}"`]);
    const { stdout } = await run("curl", ["-s", "-i", ...fields, `${site.url}/contact`]);
    expect(stdout).toMatch(/^HTTP\/1.1 303 /);
    expect(stdout).toMatch(/^location: \/contact\?sent=1&mark=[\w.-]+\r$/im);
    expect(forwarder.received.map(({ fields }) => fields)).toEqual([
      ARRIVED("New Contact Request from Website", visitor),
    ]);
  },
);

it.skipIf(!installed("lynx"))(
  "lynx: a modal's first link leads to its form, and words and lines are apart",
  async () => {
    const { stdout } = await run("lynx", ["-dump", `${site.url}/about/quote`]);
    expect(stdout).toMatch(/^\s*\[1\]Skip to form/);
    expect(stdout).toMatch(/ 1\. http:\S+\/about\/quote#quote\n/);
    expect(stdout).toMatch(
      /Home\s+\[\d+\]About\s+\[\d+\]Services\s+\[\d+\]Contact\s+\[\d+\]Call Now \(269\)/,
    );
    expect(stdout).toMatch(/Excavating\s*\n\s*P\.O\. Box 100\s*\n\s*Anytown, [A-Z]{2} 49000\s/);
    expect((await run("lynx", ["-dump", site.url])).stdout).toMatch(/Call\s+\[\d+\]Get Quote/);
    const [before = "", form = ""] = stdout.split("Get Your Free Quote");
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
    const down = (times: number) => Array(times).fill("Down Arrow");
    const answers: Record<string, string[]> = {
      ...Object.fromEntries(Object.entries(visitor).map(([name, text]) => [name, typed(text)])),
      projectType: ["<return>", ...down(1 + SERVICE.index), "<return>"], // The list, and the service.
      additionalNotes: [...typed(FORM.additionalNotes.replace("\r\n", "\n")), "<tab>"],
    };
    const keys = [
      ...down(10), // Ten links and buttons come before the form.
      ...names.flatMap((name) => [...(answers[name] ?? []), ...(name === "additionalNotes" ? [] : down(1))]),
      ...["<return>", "Q", "y"], // Send Message.
    ];
    await writeFile(join(folder, "keys"), keys.map((name) => `key ${name}\n`).join(""));
    // Lynx wants a terminal; script gives it one.
    await run("script", ["-qec", `lynx -cmd_script=keys ${site.url}/contact`, "/dev/null"], {
      cwd: folder,
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
      timeout: 60_000,
    });
    arrived();
  },
);

it.skipIf(!installed("w3m") || !installed("script"))(
  "w3m: a request typed into the form arrives with the nine fields exactly, once",
  async () => {
    // For a field of several lines w3m starts an editor, and now and then it crashes there: "free(): invalid pointer".
    visitor.additionalNotes = "";
    // What it writes last before it waits for a key. Keys that come earlier it forgets.
    const waits = "[^]*1006h$";
    const idle = new RegExp(`Viewing <${waits}`);
    const text = (value: string): Step[] => [["TEXT:", `${value}\r`]];
    const answers: Record<string, Step[]> = {
      ...Object.fromEntries(Object.entries(visitor).map(([name, value]) => [name, text(value)])),
      // The list, and the service.
      projectType: [[new RegExp(`Other${waits}`), "jjj\r"]],
    };
    /** One press of Tab for each field, and Enter where something is to be typed. */
    let tabs = "";
    const steps = names.flatMap((name): Step[] => {
      tabs += "\t";
      const answer = answers[name];
      if (!answer || name === "additionalNotes") return [];
      const enter: Step = [idle, `${tabs}\r`];
      tabs = "";
      return [enter, ...answer];
    });
    await typeInto(
      `w3m ${site.url}/contact`,
      [
        [idle, "/Full Name\r"],
        ...steps,
        [idle, `${tabs}\t\r`], // Send Message.
        [new RegExp(`HTTP/1.1 200${waits}`), "Q"],
      ],
      { HOME: folder },
    );
    arrived();
  },
);

it.skipIf(!installed("links") || !installed("script"))(
  "Links: a request typed into the form arrives with the nine fields exactly, once",
  async () => {
    // Ctrl-L redraws the whole screen: otherwise only what differs is written.
    const redraw = "\x0c";
    const down = `\x1b[B${redraw}`;
    await typeInto(
      `links ${site.url}/contact`,
      [
        ["Welcome to links", `\r${redraw}`],
        // It begins at "Skip to content".
        ["contact#main", `\r${down}`],
        ["tel:", down],
        ...names.flatMap((name): Step[] => {
          if (name !== "projectType")
            return [
              [`name ${name}`, `${visitor[name as keyof typeof FORM]?.replace("\r\n", "\r") ?? ""}${down}`],
            ];
          return [
            [`name ${name}`, `\r${redraw}`],
            [SERVICE.title, `${"\x1b[B".repeat(1 + SERVICE.index)}\r${redraw}`],
            [new RegExp(`${SERVICE.title}_[\\s\\S]*name projectType`), down],
          ];
        }),
        ["Post form to", "\r"],
        ["Thank you for your quote request!", "Q"],
      ],
      { HOME: folder },
    );
    arrived();
  },
);
