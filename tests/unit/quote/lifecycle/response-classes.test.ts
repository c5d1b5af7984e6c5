import { expect, it } from "vitest";
import type { ClassPolicy } from "~/quote/lifecycle/class-policy.server";
import { policyOf, RESPONSE_CLASSES, type ResponseClass } from "~/quote/lifecycle/response-classes.server";

const NAMES = Object.keys(RESPONSE_CLASSES) as ResponseClass[];
const PASSING =
  "presumed-accepted refused-or-throttled throttled server-error unreachable unknown mail-deferred mail-unreachable mail-unknown";

it.each<[what: string, holds: (policy: ClassPolicy) => unknown, names: string]>([
  [
    "counts as accepted",
    ({ accepted }) => accepted,
    "accepted presumed-accepted mail-accepted mail-partly-accepted",
  ],
  ["is only presumed", ({ presumed }) => presumed, "presumed-accepted"],
  ["lets others be tried", (one) => one.causedByContent, "refused spam request-refused mail-request-refused"],
  ["is limited in copies", ({ maxAmbiguous }) => maxAmbiguous === 3, "redirected"],
  ["may have arrived", ({ ambiguous }) => ambiguous, "redirected unknown mail-unknown"],
  ["is no problem", ({ level }) => level === "info", "accepted mail-accepted"],
  ["may pass by itself", ({ level }) => level === "warn", PASSING],
  ["is a problem without advice", ({ level, advice }) => level !== "info" && !advice, ""],
])("response class: exactly these when it %s", (_, holds, names) => {
  expect(NAMES.filter((name) => holds(policyOf(name))).join(" ")).toBe(names);
});

it.each(["unknown", "mail-unknown"] as const)("response class: %s warns from the third copy on", (name) => {
  const copies = { level: "error", needsOperator: true, advice: expect.stringContaining("copies") };
  expect(policyOf(name, 2)).toEqual(RESPONSE_CLASSES[name]);
  expect(policyOf(name, 3)).toMatchObject(copies);
  expect(policyOf("unreachable", 3)).toEqual(RESPONSE_CLASSES.unreachable);
});

it("response class: a warning when another version made it", () => {
  expect(policyOf("of-a-later-version")).toEqual({ level: "warn" });
});
