import { expect, it } from "vitest";
import type { ModeName, ModeOptions } from "../../forwarder/forwarder.mjs";
import { FORM } from "../post";
import { forwarder, freshServices, post, sharedSite, start } from "../services";

freshServices();

const site = sharedSite();

const RED =
  "Sorry, there was an error sending your quote request. Please try again or call us directly at (269) 555-0123.";

/** What else a service may say is in tests/unit/quote/delivery. */
it.each<[answer: string, ModeName, ModeOptions, status: 303 | 503, responseClass: string, level: string]>([
  ["JSON true", "json-true", {}, 303, "accepted", "info"],
  ["17 KiB of headers", "big-headers", {}, 303, "accepted", "info"],
  ["JSON false, activation", "json-activation", {}, 303, "needs-activation", "error"],
  ["JSON false, web server", "json-web-server", {}, 303, "refused-or-throttled", "warn"],
  ["JSON false, other", "json-false", {}, 303, "refused", "error"],
  ["200 with a challenge", "challenge-200", {}, 303, "blocked", "error"],
  ["a parked domain", "parked", {}, 303, "unclear", "error"],
  ["a body that is cut", "cut-body", {}, 503, "unknown", "warn"],
  ["100 Continue first", "continue-first", {}, 503, "unknown", "warn"],
  ["lines that end in LF", "lf-only", {}, 503, "unknown", "warn"],
  ["redirect", "redirect", {}, 503, "redirected", "error"],
  ["404", "status", { status: 404 }, 503, "misconfigured", "error"],
  ["422", "status", { status: 422 }, 503, "request-refused", "error"],
  ["403 with a challenge", "challenge-403", {}, 503, "blocked", "error"],
  ["429", "status", { status: 429 }, 503, "throttled", "warn"],
  ["500", "status", { status: 500 }, 503, "server-error", "warn"],
  ["reset after the body", "reset", {}, 503, "unknown", "warn"],
  ["reset before the body", "reset-early", {}, 503, "unknown", "warn"],
  ["no answer", "hang", {}, 503, "unknown", "warn"],
])("forwarding: page, outbox and log are right when the service answers with %s", async (...row) => {
  const [answer, mode, options, expected, responseClass, level] = row;
  forwarder.behave(mode, options);
  const fullName = `Visitor of ${answer}`;
  const { status, text, headers } = await post(site, { ...FORM, fullName }, "/about/quote");
  expect(status).toBe(expected);
  if (status === 303) expect(headers.location).toMatch(/^\/about\/quote\?sent=1&mark=[\w.-]+$/);
  else {
    for (const words of [RED, fullName]) expect(text).toContain(words);
    expect(headers["cache-control"]).toBe("no-store, no-transform");
  }
  expect(forwarder.received).toHaveLength(1);

  const isKept = responseClass !== "accepted";
  const kept = (await site.waiting()).filter(({ request }) => request.fullName === fullName);
  const tries = { forward: { count: 1, class: responseClass } };
  expect(kept).toMatchObject(isKept ? [{ form: "quote", tries }] : []);
  const line = site.events(isKept ? "quote.attempt_failed" : "quote.delivered").at(-1);
  expect(line).toMatchObject({ level, class: responseClass, form: "quote", attempts: 1 });
  if (kept[0]) expect(line?.id).toBe(kept[0].id);
});

it("forwarding: a whole response is presumed accepted when the address promises no JSON", async () => {
  const plain = await start({ FORWARD_URL: `${forwarder.origin}/test` });
  const statusAfter = async (mode: ModeName) => {
    forwarder.behave(mode);
    return (await post(plain)).status;
  };
  expect([await statusAfter("parked"), await statusAfter("cut-body")]).toEqual([303, 503]);
  expect([await statusAfter("hang-after-headers"), (await plain.waiting()).length]).toEqual([503, 2]);
  const presumed = { level: "warn", class: "presumed-accepted", status: 200 };
  expect(plain.events("quote.delivered")).toMatchObject([presumed]);
  const unknown = { class: "unknown", status: 200 };
  expect(plain.events("quote.attempt_failed")).toMatchObject([unknown, unknown]);
});

it("forwarding: the visitor sees success and the quote is kept when no FORWARD_URL is set", async () => {
  const quiet = await start({ FORWARD_URL: "" });
  const unsent = { level: "error", advice: "Set FORWARD_URL." };
  await expect.poll(() => quiet.began("settings.delivery")).toMatchObject([unsent]);
  expect((await post(quiet, FORM)).status).toBe(303);
  const request = { ...FORM, additionalNotes: "First\nSecond" };
  expect(await quiet.waiting()).toMatchObject([{ form: "quote", request, tries: {} }]);
  expect(quiet.events("quote.attempt_failed")).toMatchObject([{ level: "warn", class: "unconfigured" }]);
});
