import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Forwarder,
  type ModeName,
  type ModeOptions,
  startForwarder,
} from "../../forwarder/forwarder.mjs";
import { freePort, type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";

let forwarder: Forwarder;
let site: Site;
beforeAll(async () => {
  forwarder = await startForwarder();
  site = await startSite({ FORWARD_URL: forwarder.url, FORWARD_TIMEOUT_MS: "3000" });
});
beforeEach(() => forwarder.reset());
afterAll(async () => {
  await site.end();
  await forwarder.close();
});

const RED =
  "Sorry, there was an error sending your quote request. Please try again or call us directly at (269) 555-0123.";

type Row = [
  answer: string,
  mode: ModeName,
  options: ModeOptions,
  visitor: "success" | "error",
  deliveryClass: string,
  stored: "removed" | "kept",
  level: string,
];

// The table of how an answer is read, row by row. Through the production build, over real connections.
const TABLE: Row[] = [
  ["JSON true", "json-true", {}, "success", "accepted", "removed", "info"],
  ["JSON true, boolean", "json-true-boolean", {}, "success", "accepted", "removed", "info"],
  ["HTML saying it was submitted", "html-submitted", {}, "success", "accepted", "removed", "info"],
  ["JSON false, activation", "json-activation", {}, "success", "needs-activation", "kept", "error"],
  ["JSON false, web server", "json-web-server", {}, "success", "refused-or-throttled", "kept", "warn"],
  ["JSON false, other", "json-false", {}, "success", "refused", "kept", "error"],
  ["200 with a challenge", "challenge-200", {}, "success", "blocked", "kept", "error"],
  ...(["html-other", "html-negated", "parked", "text", "empty", "partial"] as const).map(
    (mode): Row => [mode, mode, {}, "success", "unclear", "kept", "error"],
  ),
  ["JSON with an error", "json-error", {}, "success", "refused", "kept", "error"],
  ["JSON false within a list", "json-false-array", {}, "success", "refused", "kept", "error"],
  ["JSON false, coded unasked", "coded", {}, "success", "refused", "kept", "error"],
  ["17 KiB of headers", "big-headers", {}, "success", "accepted", "removed", "info"],
  ["a body that is cut", "cut-body", {}, "error", "unknown", "kept", "warn"],
  ["100 Continue first", "continue-first", {}, "error", "unknown", "kept", "warn"],
  ["lines that end in LF", "lf-only", {}, "error", "unknown", "kept", "warn"],
  ["redirect", "redirect", {}, "error", "redirected", "kept", "error"],
  ...[404, 405, 410].map(
    (status): Row => [`${status}`, "status", { status }, "error", "misconfigured", "kept", "error"],
  ),
  ...[400, 413, 422].map(
    (status): Row => [`${status}`, "status", { status }, "error", "request-refused", "kept", "error"],
  ),
  ["401", "status", { status: 401 }, "error", "blocked", "kept", "error"],
  ["403 with a challenge", "challenge-403", {}, "error", "blocked", "kept", "error"],
  ...[408, 425, 429].map(
    (status): Row => [`${status}`, "status", { status }, "error", "throttled", "kept", "warn"],
  ),
  ...[500, 503, 521].map(
    (status): Row => [`${status}`, "status", { status }, "error", "server-error", "kept", "warn"],
  ),
  ["reset after the body", "reset", {}, "error", "unknown", "kept", "warn"],
  ["reset before the body", "reset-early", {}, "error", "unknown", "kept", "warn"],
  ["no answer", "hang", {}, "error", "unknown", "kept", "warn"],
  ["no end of the answer", "hang-after-headers", {}, "error", "unknown", "kept", "warn"],
  ["an answer too slow", "drip", {}, "error", "unknown", "kept", "warn"],
  ["an answer too large", "huge", {}, "success", "accepted", "removed", "info"],
];

describe("what the visitor sees, what is kept and what the log says, when the forwarder answers", () => {
  it.each(TABLE)("%s", async (answer, mode, options, visitor, deliveryClass, stored, level) => {
    forwarder.behave(mode, options);
    // Another request each time: the same one twice would be one.
    const fullName = `Visitor of ${answer}`;
    const { status, text, headers } = await postForm(site.url, "/about/quote", { ...FORM, fullName });

    if (visitor === "success") {
      expect(status).toBe(303);
      expect(headers.location).toMatch(/^\/about\/quote\?sent=1&mark=[\w.-]+$/);
    } else {
      expect(status).toBe(503);
      expect(text).toContain(RED);
      expect(text).toContain(fullName);
      expect(headers["cache-control"]).toBe("no-store");
    }
    expect(forwarder.received).toHaveLength(1);

    const kept = (await site.waiting()).filter(({ request }) => request.fullName === fullName);
    if (stored === "removed") expect(kept).toEqual([]);
    else
      expect(kept).toMatchObject([{ form: "quote", tries: { forward: { count: 1, class: deliveryClass } } }]);

    const line = site.events(stored === "removed" ? "quote.delivered" : "quote.kept").at(-1);
    expect(line).toMatchObject({ level, class: deliveryClass, form: "quote", attempts: 1 });
    if (kept[0]) expect(line?.id).toBe(kept[0].id);
  });

  it("from an address that promises no JSON: a whole response is presumed to be a yes, one that breaks off is not", async () => {
    const plain = await startSite({ FORWARD_URL: `${forwarder.origin}/test`, FORWARD_TIMEOUT_MS: "3000" });
    const post = async (mode: "html-other" | "parked" | "cut-body" | "hang-after-headers") => {
      forwarder.behave(mode);
      return (await postForm(plain.url, "/contact", { ...FORM, fullName: `Visitor of ${mode}` })).status;
    };
    expect([await post("html-other"), await post("parked")]).toEqual([303, 303]);
    expect(await plain.waiting()).toEqual([]);
    const presumed = { level: "warn", class: "presumed-accepted", status: 200 };
    expect(plain.events("quote.delivered")).toMatchObject([presumed, presumed]);
    expect([await post("cut-body"), await post("hang-after-headers")]).toEqual([503, 503]);
    expect(await plain.waiting()).toHaveLength(2);
    const unknown = { class: "unknown", status: 200 };
    expect(plain.events("quote.kept")).toMatchObject([unknown, unknown]);
    await plain.end();
  });

  it("nothing at all: no connection", async () => {
    const lonely = await startSite({ FORWARD_URL: `http://127.0.0.1:${await freePort()}/ajax/x` });
    const { status, text } = await postForm(lonely.url, "/contact");
    expect(status).toBe(503);
    expect(text).toContain(RED);
    expect(await lonely.waiting()).toMatchObject([
      { form: "contact", tries: { forward: { class: "unreachable" } } },
    ]);
    expect(lonely.events("quote.kept")).toMatchObject([
      { level: "warn", class: "unreachable", code: "ECONNREFUSED" },
    ]);
    await lonely.end();
  });
});

it("a line break in a field of one line arrives and is kept as a blank; the notes keep their lines", async () => {
  forwarder.behave("status", { status: 503 });
  const fullName = "Visitor of\r\nEmail: owner@dig.example\0";
  await postForm(site.url, "/quote", { ...FORM, fullName });
  const fields = Object.fromEntries(forwarder.received[0]?.fields ?? []);
  expect(fields).toMatchObject({
    full_name: "Visitor of Email: owner@dig.example",
    additional_notes: FORM.additionalNotes,
  });
  expect((await site.waiting()).map(({ request }) => request.fullName)).toContain(fields.full_name);
});

it("no address configured: success, the request is kept, and start-up and log say so", async () => {
  const quiet = await startSite();
  const unsent = { level: "error", advice: expect.stringMatching(/^delivery: .* Set FORWARD_URL/) };
  expect(quiet.events("settings.unset")).toContainEqual(expect.objectContaining(unsent));
  expect((await postForm(quiet.url, "/quote")).status).toBe(303);
  expect(await quiet.waiting()).toMatchObject([
    {
      form: "quote",
      request: { ...FORM, additionalNotes: "First\nSecond" },
      tries: {},
    },
  ]);
  expect(quiet.events("quote.kept")).toMatchObject([{ level: "warn", class: "unconfigured" }]);
  await quiet.end();
});

it("nothing a visitor typed is in anything the site printed", () => {
  expect(site.events().length).toBeGreaterThan(40);
  for (const value of ["Visitor of", FORM.email, FORM.phone, "555-0188", FORM.projectLocation, "Second"]) {
    expect(site.output()).not.toContain(value);
  }
});
