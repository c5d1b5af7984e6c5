import { expect, it } from "vitest";
import { createStoredRequest, relayFields } from "~/quote/outbox/stored-request.server";
import { KEY, REQUEST, sampleRequest } from "../submit/sample-request";

it.each([
  ["quote", "New Quote Request from Website"],
  ["contact", "New Contact Request from Website"],
] as const)("gives the nine fields of a %s request, in order", (form, subject) => {
  expect(relayFields(sampleRequest(form))).toEqual([
    ["_subject", subject],
    ["_captcha", "false"],
    ["_template", "table"],
    ["full_name", "Renée O’Brien – 水"],
    ["email", "renee@example.com"],
    ["phone", "(269) 555-0188"],
    ["project_type", "pool-excavation"],
    ["project_location", "12 Côte Rd"],
    ["additional_notes", "First\nSecond"],
  ]);
});

it("gives equal requests one id, at any time", () => {
  const later = createStoredRequest("quote", REQUEST, KEY, new Date("2027-01-01"));
  expect(later.id).toBe(sampleRequest().id);
  expect(later.id).toMatch(/^[0-9a-f]{32}$/);
});

it("gives another form, another field or another key another id", () => {
  const ids = [
    sampleRequest().id,
    sampleRequest("contact").id,
    sampleRequest("quote", { phone: "1" }).id,
    // What moves from one field into the next is not the same request.
    sampleRequest("quote", { fullName: "a", email: "b" }).id,
    sampleRequest("quote", { fullName: "ab", email: "" }).id,
    createStoredRequest("quote", REQUEST, Buffer.alloc(32, 8), new Date()).id,
  ];
  expect(new Set(ids).size).toBe(ids.length);
});
