import { expect, it } from "vitest";
import { errorCode } from "~/log/error-code";

const error = (code?: string) => Object.assign(new TypeError("renee@example.com is wrong"), { code });

it.each([
  ["the system's", error("ENOSPC"), "ENOSPC"],
  ["of the network, where a fetch failed", new TypeError("no", { cause: error("ENETDOWN") }), "ENETDOWN"],
  ["a name, not a DOMException's number", new DOMException("no", "TimeoutError"), "TimeoutError"],
  ["a name where there is no code, and never the message", error(), "TypeError"],
])("error code: it is %s", (_, thrown, code) => {
  expect(errorCode(thrown)).toBe(code);
});
