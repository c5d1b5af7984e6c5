import { expect, it } from "vitest";
import { checkService } from "~/cli/doctor/check-forwarder";

it.each([
  ["https://formsubmit.co/ajax/1f0c9a", "ok", /^this is FormSubmit's JSON address$/],
  [
    "https://formsubmit.co/1f0c9a",
    "warn",
    /FormSubmit's address for browsers.*Put \/ajax\/ before the form id/,
  ],
  ["https://formsubmit.co/ajax/", "warn", /FormSubmit's address for browsers/],
  ["https://formspree.io/f/xyzabc", "ok", /Formspree.*reCAPTCHA must be off/],
  ["https://formcarry.com/s/abc", "ok", /Formcarry/],
  ["https://api.web3forms.com/submit", "fail", /key among the fields.*Choose another service/],
])("the doctor knows %s", (address, level, text) => {
  expect(checkService(address)).toMatchObject([
    { level, about: "service", text: expect.stringMatching(text) },
  ]);
});

it.each([
  "https://forms.example/ajax/1f0c9a",
  "https://formsubmit.co.evil.example/ajax/x",
  "https://evil.example/formsubmit.co/ajax/x",
])("the doctor says nothing of a service that it does not know: %s", (address) => {
  expect(checkService(address)).toEqual([]);
});
