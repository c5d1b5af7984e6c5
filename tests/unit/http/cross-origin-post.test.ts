import { expect, it } from "vitest";
import { isCrossOriginPost } from "~/http/cross-origin-post.server";

const host = "dig.example";

// The cases of Go's net/http/csrf_test.go, and the site's own origin (http://localhost:3000 without SITE_URL).
it.each([
  [{ host, "sec-fetch-site": "same-origin" }, false],
  [{ host, "sec-fetch-site": "none" }, false],
  [{ host, "sec-fetch-site": "cross-site" }, true],
  [{ host, "sec-fetch-site": "same-site" }, true],
  [{ host, "sec-fetch-site": "same-origin", origin: "null" }, false],
  [{ host, "sec-fetch-site": "cross-site", origin: "https://dig.example" }, true],
  [{ host }, false],
  [{ host, origin: "https://dig.example" }, false],
  [{ host: "dig.example:8080", origin: "http://dig.example:8080" }, false],
  [{ host: "dig.example:443", origin: "https://dig.example" }, false],
  [{ host: "dig.example:80", origin: "http://dig.example" }, false],
  [{ host: "Dig.Example:80", origin: "https://dig.example" }, false],
  [{ host: "dig.example:8080", origin: "http://dig.example" }, true],
  [{ host: "evil.example:443", origin: "https://dig.example" }, true],
  [{ host, origin: "https://evil.example" }, true],
  [{ host, origin: "https://dig.example.evil.example" }, true],
  [{ host, origin: "https://dig.example@evil.example" }, true],
  [{ host, origin: "" }, true],
  [{ host, "sec-fetch-site": "" }, true],
  [{ host, "sec-fetch-site": "same-origin, cross-site" }, true],
  [{ host, origin: "null" }, true],
  [{ host, origin: "not a url" }, true],
  [{ host, origin: "http://localhost:3000" }, false],
])("cross-origin post: %j is foreign: %s", (headers, foreign) => {
  expect(isCrossOriginPost(headers)).toBe(foreign);
});
