import { describe, expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "../server/attacked-site";
import { forwarder } from "../services";

const site = attackedSite();

const post = (
  headers: Record<string, string>,
  body?: string | Buffer | AsyncIterable<Buffer>,
  path = "/quote",
) => ask(site.url, path, { method: "POST", headers, body });

async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent++) yield Buffer.alloc(1024 * 1024, "a");
}

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const whole = new URLSearchParams(FORM).toString();

describe("body", () => {
  const part = '--b\r\nContent-Disposition: form-data; name="fullName"\r\n\r\nAnn\r\n';
  const multipart = "multipart/form-data; boundary=b";
  it.each([
    ["JSON", 415, "application/json", JSON.stringify(FORM)],
    ["text", 415, "text/plain", "fullName=x"],
    ["XML", 415, "application/xml", "<a/>"],
    ["no type", 415, undefined, whole],
    ["multipart cut off", 400, multipart, part.slice(0, -4)],
    ["multipart without its end", 400, multipart, part],
    ["multipart with another boundary", 400, "multipart/form-data; boundary=c", `${part}--b--`],
    ["multipart without a boundary", 400, "multipart/form-data", `${part}--b--`],
    ["multipart of noise", 400, multipart, "\u0000\u0001\r\n\r\n--b\r\n--b--"],
    ["a part without a name", 400, multipart, "--b\r\nX: y\r\n\r\nz\r\n--b--\r\n"],
    ["200 parts", 400, multipart, `${part.repeat(200)}--b--\r\n`],
    ["200 fields", 400, "application/x-www-form-urlencoded", "a&".repeat(200)],
  ])("%s: %i with a readable page", async (_name, expected, type, body) => {
    const { status, text } = await post(type ? { "content-type": type } : {}, body);
    expect(status).toBe(expected);
    for (const words of ["what your browser sent could not be read", PHONE]) expect(text).toContain(words);
    expect(forwarder.received).toEqual([]);
  });

  it.each([urlencoded, {}, { "content-type": "application/json" }])(
    "422 with every required field when it is empty, as %o",
    async (headers) => {
      const { status, text } = await post(headers as Record<string, string>);
      expect(status).toBe(422);
      for (const message of ["Enter your full name", "Enter a phone number", "Select a project type"])
        expect(text).toContain(message);
    },
  );

  it.each(["additionalNotes", "projectLocation"])(
    "413, an error there and all that was typed when %s is over 64 KiB",
    async (name) => {
      const typed = "n".repeat(70_000);
      const { status, text } = await postForm(site.url, "/contact", { ...FORM, [name]: typed });
      expect(status).toBe(413);
      for (const words of [typed, FORM.fullName]) expect(text).toContain(words);
      expect(text).toMatch(/Your request is too long\. Shorten it by about \d+%/);
      expect(text).toContain(`<textarea name="${name}"`);
      // Once, and not in data for scripts as well.
      expect(text.length).toBeLessThan(typed.length + 5_000);
      expect(forwarder.received).toEqual([]);
      expect(await site.waiting()).toEqual([]);
    },
  );

  it("it is taken when it is no longer than 64 KiB", async () => {
    const additionalNotes = "n".repeat(64_000);
    expect((await postForm(site.url, "/contact", { ...FORM, additionalNotes })).status).toBe(303);
    expect(forwarder.received[0]?.fields.at(-1)).toEqual(["additional_notes", additionalNotes]);
  });

  it.each(["/quote", "/contact"])(
    "%s with the hidden field filled: 422 without that field, nothing kept; sent again it arrives",
    async (path) => {
      const form = { ...FORM, fullName: `Renée at ${path}` };
      const { status, text } = await postForm(site.url, path, { ...form, b7: "Renée" });
      expect(status).toBe(422);
      expect(text).toContain("Your request has not been sent yet.");
      for (const typed of Object.values(form)) expect(text).toContain(typed.replace("\r\n", "\n"));
      expect(text).not.toMatch(/b7|Leave this field empty/);
      expect(forwarder.received).toEqual([]);
      expect(await site.waiting()).toEqual([]);
      expect((await postForm(site.url, path, form)).status).toBe(303);
      expect(forwarder.received[0]?.fields).toContainEqual(["full_name", form.fullName]);
    },
  );

  it.each(["declared", "chunked"])("413 with a readable page when it has 8 MB, %s", async (how) => {
    // The site reads on for two seconds: a busy machine must have brought all of it by then.
    const whole = Buffer.alloc(8 * 1024 * 1024, "a");
    const answer =
      how === "chunked"
        ? await post(urlencoded, megabytes(8))
        : await post({ ...urlencoded, "content-length": String(whole.length) }, whole);
    expect(answer.status).toBe(413);
    expect(answer.text).toContain(PHONE);
  });
});
