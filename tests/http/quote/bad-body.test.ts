import { describe, expect, it } from "vitest";
import { ask, FORM, postForm } from "../post";
import { attackedSite, PHONE } from "../server/attacked-site";

const attacked = attackedSite();

const post = (
  headers: Record<string, string>,
  body?: string | Buffer | AsyncIterable<Buffer>,
  path = "/quote",
) => ask(attacked.site.url, path, { method: "POST", headers, body });

async function* megabytes(count: number) {
  for (let sent = 0; sent < count; sent++) yield Buffer.alloc(1024 * 1024, "a");
}

const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
const whole = new URLSearchParams(FORM).toString();

describe("a body that cannot be taken", () => {
  it.each([
    ["JSON", { "content-type": "application/json" }, JSON.stringify(FORM)],
    ["text", { "content-type": "text/plain" }, "fullName=x"],
    ["XML", { "content-type": "application/xml" }, "<a/>"],
    ["no type", {}, whole],
  ])("%s: 415 with a readable page", async (_name, headers, body) => {
    const { status, text } = await post(headers, body);
    expect(status).toBe(415);
    expect(text).toContain("what your browser sent could not be read");
    expect(text).toContain(PHONE);
    expect(attacked.forwarder.received).toEqual([]);
  });

  const part = (name: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  it.each([
    ["cut off", "multipart/form-data; boundary=b", part("fullName", "Ann").slice(0, -4)],
    ["without its end", "multipart/form-data; boundary=b", part("fullName", "Ann")],
    ["with another boundary", "multipart/form-data; boundary=c", `${part("fullName", "Ann")}--b--`],
    ["without a boundary", "multipart/form-data", `${part("fullName", "Ann")}--b--`],
    ["of noise", "multipart/form-data; boundary=b", "\u0000\u0001\r\n\r\n--b\r\n--b--"],
    ["with a part without a name", "multipart/form-data; boundary=b", "--b\r\nX: y\r\n\r\nz\r\n--b--\r\n"],
  ])("multipart %s: 400 with a readable page", async (_name, type, body) => {
    const { status, text } = await post({ "content-type": type }, body);
    expect(status).toBe(400);
    expect(text).toContain(PHONE);
    expect(attacked.forwarder.received).toEqual([]);
  });

  it("empty: 422, every required field named", async () => {
    for (const headers of [urlencoded, {}, { "content-type": "application/json" }] as Record<
      string,
      string
    >[]) {
      const { status, text } = await post(headers);
      expect(status).toBe(422);
      for (const message of ["Enter your full name", "Enter a phone number", "Select a project type"]) {
        expect(text).toContain(message);
      }
    }
  });

  it("longer than 64 KiB: 413, and everything typed comes back", async () => {
    const additionalNotes = "n".repeat(70_000);
    const { status, text } = await postForm(attacked.site.url, "/contact", { ...FORM, additionalNotes });
    expect(status).toBe(413);
    expect(text).toContain("Your request is too long");
    expect(text).toContain(additionalNotes);
    expect(text).toContain(FORM.fullName);
    expect(attacked.forwarder.received).toEqual([]);
    expect(await attacked.site.waiting()).toEqual([]);
  });

  it("up to 64 KiB: taken", async () => {
    const additionalNotes = "n".repeat(64_000);
    expect((await postForm(attacked.site.url, "/contact", { ...FORM, additionalNotes })).status).toBe(303);
    expect(attacked.forwarder.received[0]?.fields.at(-1)).toEqual(["additional_notes", additionalNotes]);
  });

  it.each(["/quote", "/contact"])(
    "%s with the hidden field filled: 422 without that field, nothing kept; sent again it arrives",
    async (path) => {
      const { site, forwarder } = attacked;
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

  it("50 MB, declared: 413 with a readable page", async () => {
    const body = Buffer.alloc(50 * 1024 * 1024, "a");
    const { status, text } = await post({ ...urlencoded, "content-length": String(body.length) }, body);
    expect(status).toBe(413);
    expect(text).toContain(PHONE);
  });

  it("50 MB, chunked: 413 with a readable page", async () => {
    const { status, text } = await post(urlencoded, megabytes(50));
    expect(status).toBe(413);
    expect(text).toContain(PHONE);
  });
});
