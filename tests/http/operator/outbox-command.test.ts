import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Forwarder, startForwarder } from "../../forwarder/forwarder.mjs";
import { type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";
import { runOutbox } from "./run-outbox";

/** A process leaves a request to the one that took it for this long and 5 s. */
const FAST = { FORWARD_TIMEOUT_MS: "1000" };

describe("npm run outbox", () => {
  let forwarder: Forwarder;
  let site: Site;
  beforeAll(async () => {
    forwarder = await startForwarder();
  });
  afterAll(() => forwarder.close());
  beforeEach(() => forwarder.reset());
  /** Looks every second; what was refused waits for four and more. */
  const start = async (REDELIVERY_WAITS_S = "4") => {
    site = await startSite({ FORWARD_URL: forwarder.url, REDELIVERY_WAITS_S, ...FAST });
  };
  afterEach(() => site?.end());

  async function run(args: string[], more: Record<string, string> = {}) {
    const { code, out, err } = await runOutbox(site.outboxDir, args, more);
    return { code, said: code === 0 ? out : err };
  }
  const json = async (...args: string[]) => JSON.parse((await run([...args, "--json"])).said);
  const states = async () => {
    const { waiting, sent, dead } = await json("list");
    return [waiting, sent, dead].map((rows) => rows.length);
  };
  /** Each look is a process. */
  const settled = (expected: number[]) =>
    vi.waitFor(async () => expect(await states()).toEqual(expected), { timeout: 60_000, interval: 500 });
  const arrived = (count: number) => vi.waitFor(() => expect(forwarder.received).toHaveLength(count));
  /** Everything that the outbox holds, as text. */
  const everything = async () => {
    const names = await readdir(site.outboxDir, { recursive: true });
    const texts = await Promise.all(
      names.map((name) => readFile(join(site.outboxDir, name), "utf8").catch(() => "")),
    );
    return texts.join();
  };

  it("an accepted request is kept with its attempts, sent once more, and gone after its days", async () => {
    await start();
    await postForm(site.url, "/quote");
    await arrived(1);
    const { sent, waiting, dead } = await json("list");
    expect([waiting, dead]).toEqual([[], []]);
    expect(sent).toMatchObject([
      {
        form: "quote",
        sent: { at: expect.any(String), channel: "forward", class: "accepted" },
        attempts: [{ channel: "forward", class: "accepted" }],
      },
    ]);
    expect(JSON.stringify(sent)).not.toMatch(/renee|555|Road/i);
    const [{ id }] = sent;
    expect(await json("show", id)).toMatchObject({ id, request: { email: FORM.email } });
    await run(["again", id]);
    await arrived(2);
    await settled([0, 1, 0]);
    expect((await json("show", id)).attempts).toHaveLength(2);
    expect((await run(["purge"])).said).toBe("0 deleted\n");
    expect((await run(["purge"], { KEEP_SENT_DAYS: "0" })).said).toBe("1 deleted\n");
    expect(await states()).toEqual([0, 0, 0]);
  });

  it("erases a person from every place, and nobody else", async () => {
    await start();
    const mine = { ...FORM, email: "Renee@Example.com", phone: "269-555-0188" };
    await postForm(site.url, "/quote", mine);
    await postForm(site.url, "/quote", { ...mine, additionalNotes: "Another" });
    await postForm(site.url, "/quote", { ...FORM, email: "other@example.com", phone: "(269) 555-0199" });
    forwarder.behave("json-activation");
    await postForm(site.url, "/contact", { ...mine, email: "another@example.com" });
    expect(await states()).toEqual([1, 3, 0]);
    const asked = await run(["erase", "1 (269) 555 0188"]);
    expect([asked.code, asked.said]).toEqual([1, expect.stringContaining("Nothing was deleted.")]);
    expect(asked.said).not.toMatch(/renee/i);
    expect((await run(["erase", "RENEE@example.com", "--yes"])).said).toMatch(/^2 deleted\n$/m);
    expect(await states()).toEqual([1, 1, 0]);
    expect((await run(["erase", "269.555.0188", "--yes"])).said).toMatch(/^1 deleted\n$/m);
    expect(await states()).toEqual([0, 1, 0]);
    await vi.waitFor(async () => expect(await everything()).not.toMatch(/renee@|another@|0188/i));
    expect(await everything()).toContain("other@example.com");
    expect((await run(["erase", "nobody@example.com", "--yes"])).said).toBe("0 deleted\n");
  });

  it("exports every request as CSV that no spreadsheet runs, and as JSON; works while the site is down", async () => {
    await start();
    const typed = { ...FORM, fullName: '=HYPERLINK("http://x")', additionalNotes: 'one, "two"\nthree' };
    await postForm(site.url, "/quote", typed);
    await arrived(1);
    const { said } = await run(["export"]);
    expect(said).toMatch(/^\uFEFF"id","state","receivedAt","form","fullName",.*,"sentAt","sentBy"\n/);
    expect(said).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(said).toContain('"one, ""two""\nthree"');
    expect(said).toMatch(/"forward"\n$/);
    expect(await json("export")).toMatchObject([{ state: "sent", form: "quote", email: FORM.email }]);
    await run(["forget", (await json("list")).sent[0].id]);

    forwarder.behave("json-activation");
    await postForm(site.url, "/quote");
    await site.stop();
    const { waiting } = await json("list");
    await run(["forget", waiting[0].id]);
    expect(await states()).toEqual([0, 0, 0]);
    expect(await run(["show", waiting[0].id])).toEqual({
      code: 1,
      said: `There is no request ${waiting[0].id}.\n`,
    });
  });

  it("makes what waits due now, one or all", async () => {
    await start("8,600");
    forwarder.behave("json-activation"); // The first wait is the second of these.
    await postForm(site.url, "/quote");
    await postForm(site.url, "/contact");
    expect(await states()).toEqual([2, 0, 0]);
    forwarder.reset();
    const { waiting } = await json("list");
    expect(await json("now", waiting[0].id)).toEqual({ ids: [waiting[0].id] });
    await arrived(1);
    expect(await json("now", "all")).toEqual({ ids: [waiting[1].id] });
    await arrived(2);
    await settled([0, 2, 0]);
    expect(await run(["now", waiting[0].id])).toMatchObject({ code: 1 });
    const words = "meta is not an id: an id has 32 digits, 0 to 9 and a to f.\n";
    for (const verb of ["show", "now", "again", "forget"])
      expect(await run([verb, "meta"]), verb).toEqual({ code: 1, said: words });
  });
});
