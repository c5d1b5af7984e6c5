import { readFile } from "node:fs/promises";
import { beforeEach, expect, it, vi } from "vitest";
import { now } from "~/cli/outbox/change";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { inMs, sampleQuote } from "../quote/intake/sample-quote";
import { dir, freshFolder, names } from "../quote/outbox/folder";

vi.mock("node:fs/promises", async (real) =>
  (await import("../quote/outbox/watched-disk")).watchDisk(await real()),
);

freshFolder();
const request = { ...sampleQuote(), heldUntil: inMs(60_000) };
beforeEach(() => openFolder(dir).update(request));

/** The site does this once the command has read the request. */
function afterReading(act: () => Promise<unknown>) {
  const real = vi.mocked(readFile).getMockImplementation() as typeof readFile;
  let hasRead = false;
  vi.mocked(readFile).mockImplementation((async (path: string, ...rest: []) => {
    const text = await real(path, ...rest);
    if (!hasRead && String(path).endsWith(`${request.id}.json`)) {
      hasRead = true;
      await act();
    }
    return text;
  }) as typeof readFile);
}

it.each([30, 0])(
  "outbox now: a quote is not sent twice when it is accepted meanwhile; kept for %i days",
  async (keepSentDays) => {
    afterReading(() => openFolder(dir, { keepSentDays }).markSent(request));
    expect(await now(request.id, openFolder(dir))).toBe(false);
    expect(await names("new")).toEqual([]);
    expect(await names("tmp")).toEqual([]);
    expect(await names("sent")).toHaveLength(keepSentDays > 0 ? 1 : 0);
  },
);

it("outbox now: the result of an attempt stays when it is saved meanwhile", async () => {
  const attempts = [{ at: inMs(0), channel: "forward", class: "throttled" }];
  afterReading(() => openFolder(dir).update({ ...request, attempts }));
  await now(request.id, openFolder(dir));
  const { heldUntil: _, ...due } = request;
  expect(await openFolder(dir).read(request.id)).toEqual({ ...due, attempts });
});
