import { describe, expect, it } from "vitest";
import * as z from "zod";
import { PHONE_EXAMPLE } from "~/contractor/company";
import { SERVICES } from "~/contractor/services";
import { FIELD_NAMES, type QuoteErrors, type QuoteValues } from "~/quote/fields";
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
  const rateLimit = { count: () => undefined, hold: () => 61 };
  const submit = makeSubmit({
    outbox: openFolder("nowhere", { mustExist: true }),
    worker: { firstAttempt },
    rateLimit,
    log: () => {},
    now: () => new Date(),
    answerMs: 15_000,
  });
  const outcome = await submit({ form: "quote", values, honeypot: "", address: "" });
  const errors = outcome.kind === "invalid" ? outcome.errors : undefined;
  expect(validateValues(values)).toEqual(errors ?? {});
  return { request, errors };
}

const whole = { ...REQUEST, additionalNotes: "" };

describe("validation rules", () => {
  it("takes a whole request, notes left out, trimmed, of any length, also with a project type that is no known id", async () => {
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
  ])("requires %s, blanks not counting", async (name, message) => {
    expect((await validate({ ...whole, [name]: "" })).errors).toEqual({ [name]: message });
    expect((await validate({ ...whole, [name]: " \t\n " })).errors).toEqual({ [name]: message });
  });

  it.each([
    ...["a@b.co", "o'brien+quote@mail.example.com", "jürgen@exämple.de", "x!#$%&*/=?^`{|}~@example.museum"],
    " padded@example.com ",
  ])("takes the address %j", async (email) => {
    expect((await validate({ ...whole, email })).errors).toBeUndefined();
  });

  it.each([
    ...["ann", "ann@", "@example.com", "ann@example", "a b@example.com", "ann@example..com", "!@#$.%"],
    ...["a@b.co\nBcc: x@y.zz", "bob,smith@gmail.com", "ann@-example.com", "ann@exam_ple.com"],
  ])("refuses the address %j", async (email) => {
    expect((await validate({ ...whole, email })).errors).toHaveProperty("email");
  });

  it.each([
    ...["!#$%&'*+/=?^_`{|}~-@b.co", "a..b.@b.co", `a@${"b".repeat(63)}.co`, `a@${"b".repeat(64)}.co`],
    ...['"a"@b.co', "a@b-.co", "a(b)@c.co", "a@b.c"],
  ])("judges the address %j as browsers do", async (email) =>
    expect(!(await validate({ ...whole, email })).errors).toBe(z.regexes.html5Email.test(email)),
  );

  it.each([
    "ann@example.com.",
    "Ann Example <ann@example.com>",
    '"ann@home" <ann@example.com>; ',
    "<ann@example.com>",
    "ann@exam\u200bple.com\u2060",
  ])("reads the plain address in %j, which was pasted or dictated", (email) => {
    const form = new Map(Object.entries({ ...whole, email }));
    expect(readValues(form).email).toBe("ann@example.com");
  });

  it.each(["ann@example.com, bob@example.com", "ann@example.com bob@example.com"])(
    "of two addresses it says that one is needed: %j",
    async (email) => {
      const form = new Map(Object.entries({ ...whole, email }));
      expect(readValues(form).email).toBe(email);
      expect((await validate(readValues(form))).errors).toEqual({ email: "Enter one email address only" });
    },
  );

  it.each([
    ["@ and commas", `${"@".repeat(6_000)}${",".repeat(6_000)}`],
    ["@", "@".repeat(250_000)],
    ["commas", `${",".repeat(250_000)}a`],
    ["blanks and @", " @".repeat(125_000)],
    ["<", "<".repeat(250_000)],
  ])("does not think for seconds about an address of very many %s", async (_, email) => {
    const began = performance.now();
    expect((await validate(readValues(new Map(Object.entries({ ...whole, email }))))).errors).toHaveProperty(
      "email",
    );
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it.each(["1", "ext. 5", "+49 (0)89 123", "two six nine"])("takes any phone format: %j", async (phone) => {
    expect((await validate({ ...whole, phone })).errors).toBeUndefined();
  });
});

describe("readValues", () => {
  it("reads absent fields and files as empty, and every line break as \\n", () => {
    const form = new FormData();
    form.set("fullName", new File(["x"], "x.txt"));
    form.set("additionalNotes", "a\r\nb\rc\nd");
    const { additionalNotes, ...others } = readValues(form);
    expect(additionalNotes).toBe("a\nb\nc\nd");
    expect(Object.values(others).every((value) => value === "")).toBe(true);
  });

  it("has a blank for every control character in a field of one line, and leaves the notes their lines", () => {
    const form = new FormData();
    for (const name of FIELD_NAMES) form.set(name, "a\r\nPhone: 1\0\t\u0085\u2028\u2029\u001b[31mé – 水’");
    const { additionalNotes, ...others } = readValues(form);
    for (const value of Object.values(others)) expect(value).toBe("a Phone: 1 [31mé – 水’");
    expect(additionalNotes).toBe("a\nPhone: 1\0\t\u0085\u2028\u2029\u001b[31mé – 水’");
  });
});

it("lists the project types in the order of the services, and one for the rest", () => {
  expect(PROJECT_TYPES).toEqual([
    ...Object.entries(SERVICES).map(([id, { title }]) => ({ id, label: title })),
    { id: "other", label: "Other" },
  ]);
});
