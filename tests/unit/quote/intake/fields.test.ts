import { expect, it } from "vitest";
import * as z from "zod";
import { PHONE_EXAMPLE } from "~/contractor/company";
import { SERVICES } from "~/contractor/services";
import { FIELD_NAMES, type QuoteErrors, type QuoteValues } from "~/quote/fields";
import { cleanForm } from "~/quote/intake/clean-form.server";
import { makeSubmit } from "~/quote/intake/submit.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import type { Outcome } from "~/quote/outcome";
import { PROJECT_TYPES } from "~/quote/project-types";
import { readValues, validateValues } from "~/quote/values";
import { REQUEST } from "./sample-quote";

/** The server's judgement, which must be the browser's, too. */
async function validate(values: QuoteValues): Promise<{ request?: QuoteValues; errors?: QuoteErrors }> {
  let request: QuoteValues | undefined;
  const firstAttempt = async (stored: StoredQuote): Promise<Outcome> => {
    request = stored.request;
    return { kind: "sent" };
  };
  const submit = makeSubmit({
    ...{ outbox: openFolder("nowhere", { mustExist: true }), worker: { firstAttempt }, answerMs: 15_000 },
    ...{ rateLimit: { count: () => undefined, hold: () => 61 }, log: () => {}, now: () => new Date() },
  });
  const outcome = await submit({ form: "quote", values, honeypot: "", address: "" });
  const errors = outcome.kind === "invalid" ? outcome.errors : undefined;
  expect(validateValues(values)).toEqual(errors ?? {});
  return { request, errors };
}

const whole = { ...REQUEST, additionalNotes: "" };
const read = (more: Partial<QuoteValues>) => readValues(new Map(Object.entries({ ...whole, ...more })));

it("fields: a request of any length and project type is taken, trimmed, when the notes are left out", async () => {
  const odd = { ...whole, projectType: "pond", projectLocation: "a".repeat(20_000) };
  const typed = { ...odd, fullName: `  ${whole.fullName}  `, additionalNotes: "\n " };
  expect(await validate(typed)).toEqual({ request: odd });
});

it.each([
  ["fullName", "Enter your full name"],
  ["email", "Enter your email, like name@example.com"],
  ["phone", `Enter a phone number, like ${PHONE_EXAMPLE}`],
  ["projectType", "Select a project type"],
  ["projectLocation", "Enter the project address or general location"],
])("fields: %s has an error when it is empty or blank", async (name, message) => {
  for (const empty of ["", " \t\n "])
    expect((await validate({ ...whole, [name]: empty })).errors).toEqual({ [name]: message });
});

it.each([
  ...["1", "ext. 5", "+49 (0)89 123", "two six nine"].map((phone) => ({ phone })),
  ...["a@b.co", "o'brien+quote@mail.example.com", "jürgen@exämple.de"].map((email) => ({ email })),
  ...[" padded@example.com ", "x!#$%&*/=?^`{|}~@example.museum"].map((email) => ({ email })),
])("fields: %j is taken", async (typed) => {
  expect((await validate({ ...whole, ...typed })).errors).toBeUndefined();
});

it.each([
  ...["ann", "ann@", "@example.com", "ann@example", "a b@example.com", "ann@example..com", "!@#$.%"],
  ...["a@b.co\nBcc: x@y.zz", "bob,smith@gmail.com", "ann@-example.com", "ann@exam_ple.com"],
])("fields: the email address %j is an error", async (email) => {
  expect((await validate({ ...whole, email })).errors).toHaveProperty("email");
});

it.each([
  ...["!#$%&'*+/=?^_`{|}~-@b.co", "a..b.@b.co", `a@${"b".repeat(63)}.co`, `a@${"b".repeat(64)}.co`],
  ...['"a"@b.co', "a@b-.co", "a(b)@c.co", "a@b.c"],
])("fields: the email address %j is judged as browsers do", async (email) => {
  expect(!(await validate({ ...whole, email })).errors).toBe(z.regexes.html5Email.test(email));
});

it.each([
  ...["ann@example.com.", "Ann Example <ann@example.com>", '"ann@home" <ann@example.com>; '],
  ...["<ann@example.com>", "ann@exam\u200bple.com\u2060"],
])("fields: the plain address is read from %j", (email) => {
  expect(read({ email }).email).toBe("ann@example.com");
});

it.each(["ann@example.com, bob@example.com", "ann@example.com bob@example.com"])(
  "fields: the error says that one address is needed when there are two: %j",
  async (email) => {
    expect(read({ email }).email).toBe(email);
    expect((await validate(read({ email }))).errors).toEqual({ email: "Enter one email address only" });
  },
);

it.each([
  ["@ and commas", `${"@".repeat(6_000)}${",".repeat(6_000)}`],
  ["@", "@".repeat(250_000)],
  ["commas", `${",".repeat(250_000)}a`],
  ["blanks and @", " @".repeat(125_000)],
  ["<", "<".repeat(250_000)],
])("fields: an email address takes little processor time when it has very many %s", async (_, email) => {
  const before = process.cpuUsage();
  expect((await validate(read({ email }))).errors).toHaveProperty("email");
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

it("fields: absent ones and files are empty and control characters are blanks when they are read", () => {
  const form = new FormData();
  form.set("fullName", new File(["x"], "x.txt"));
  form.set("additionalNotes", "a\r\nb\rc\nd");
  expect(readValues(form)).toEqual({ ...readValues(new FormData()), additionalNotes: "a\nb\nc\nd" });
  for (const name of FIELD_NAMES) form.set(name, "a\r\nPhone: 1\0\t\u0085\u2028\u2029\u001b[31mé – 水’");
  const { additionalNotes, ...others } = readValues(form);
  for (const value of Object.values(others)) expect(value).toBe("a Phone: 1 [31mé – 水’");
  expect(additionalNotes).toBe("a\nPhone: 1\0\t\u0085\u2028\u2029\u001b[31mé – 水’");
});

it("fields: the notes keep their lines, whatever ends them, when the body is cleaned", async () => {
  const notes = "Call 555 0199\v12 Road\f3\u00854\u2028Phone: 1\u20296\r\n%0B";
  const body = new URLSearchParams({ ...whole, additionalNotes: notes }).toString();
  const { form = "" } = await cleanForm(Buffer.from(body), "application/x-www-form-urlencoded");
  const cleaned = new URLSearchParams(form).get("additionalNotes");
  expect(cleaned).toBe("Call 555 0199\n12 Road\n3\n4\nPhone: 1\n6\n%0B");
});

it.each([
  ["an invisible letter", "email", "b\u{fe0d}o\u034fb\u3164@example.org", "bob@example.org"],
  ["full-width letters", "email", "ｂｏｂ＠ｅｘａｍｐｌｅ．ｏｒｇ", "bob@example.org"],
  ["marks that turn the order", "phone", "\u202a(269)\u2066 555-\u202e0188\u202c\u2069", "(269) 555-0188"],
] as const)("fields: %s in the %s is what was meant when it is read", (_, name, typed, meant) => {
  expect(read({ [name]: typed })[name]).toBe(meant);
});

it("project types: they are the services in their order, and one for the rest", () => {
  const services = Object.entries(SERVICES).map(([id, { title }]) => ({ id, label: title }));
  expect(PROJECT_TYPES).toEqual([...services, { id: "other", label: "Other" }]);
});
