import { expect, it } from "vitest";
import { makeReadiness } from "~/quote/outbox/readiness.server";

const fails = () => Promise.reject(new Error("refused"));
const found = { waiting: 1, partial: 0, oldest: "2026-05-01T12:00:00.000Z", dead: 2 };
const counts = async () => found;
const now = () => new Date("2026-05-01T12:00:30Z");

it("is writable, with what is in the outbox", async () => {
  expect(await makeReadiness({ probe: async () => {}, counts }, now)()).toEqual({
    outbox: "writable",
    waiting: 1,
    oldestSeconds: 30,
    dead: 2,
  });
});

it("counts apart what one channel has brought to the owner, if there is any", async () => {
  const partial = async () => ({ ...found, partial: 4 });
  expect(await makeReadiness({ probe: async () => {}, counts: partial }, now)()).toMatchObject({
    waiting: 1,
    partial: 4,
  });
});

it("is writable without the numbers while requests can be kept but not counted", async () => {
  expect(await makeReadiness({ probe: async () => {}, counts: fails }, now)()).toEqual({
    outbox: "writable",
  });
});

it("does not wait for a count that takes long, as after a start with very many waiting", async () => {
  const endless = () => new Promise<typeof found>(() => {});
  const began = performance.now();
  expect(await makeReadiness({ probe: async () => {}, counts: endless }, now)()).toEqual({
    outbox: "writable",
  });
  expect(performance.now() - began).toBeLessThan(4_000);
});

it("is unwritable while none can be kept, even if they can be counted", async () => {
  expect(await makeReadiness({ probe: fails, counts }, now)()).toMatchObject({
    outbox: "unwritable",
    waiting: 1,
  });
});
