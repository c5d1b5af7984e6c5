import { expect, it } from "vitest";
import { makeRateLimit } from "~/quote/rate-limit.server";

it("lets so many through for each address, then says how long to wait, then lets through again", async () => {
  const count = makeRateLimit(2, 1);
  expect([await count("a"), await count("a"), await count("a")]).toEqual([0, 0, 1]);
  expect(await count("b")).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 1_050));
  expect(await count("a")).toBe(0);
});
