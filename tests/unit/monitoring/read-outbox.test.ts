import { expect, it } from "vitest";
import { makeReadOutbox } from "~/monitoring/read-outbox.server";
import { gaveUp } from "~/quote/lifecycle/transitions.server";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { sampleQuote } from "../quote/intake/sample-quote";
import { dir, failing, freshFolder } from "../quote/outbox/folder";
import { NOW } from "./facts";

freshFolder();

it("outbox: one file in dead/ that is closed to the site counts, and hides nothing else", async () => {
  const outbox = openFolder(dir);
  await outbox.markDead(gaveUp(sampleQuote(), NOW));
  await outbox.update(sampleQuote("contact"));
  const read = makeReadOutbox({ ...outbox, text: failing("EACCES") });
  expect(await read(NOW)).toMatchObject({ waiting: [{}], dead: [{ id: sampleQuote().id, at: undefined }] });
});

it("outbox: it cannot be read when its disk hangs", async () => {
  const outbox = openFolder(dir);
  await outbox.markDead(gaveUp(sampleQuote(), NOW));
  await expect(makeReadOutbox({ ...outbox, text: failing("ETIMEDOUT") })(NOW)).rejects.toThrow("ETIMEDOUT");
});
