import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Site } from "../../start-site";
import { sampleQuote } from "../../unit/quote/intake/sample-quote";
import { ARRIVED, ask, FORM } from "../post";
import { ownServices, post, SHORT } from "../services";

const emptied = (site: Site) => vi.waitFor(async () => expect(await site.waiting()).toEqual([]));
const delivered = (site: Site, facts: object = {}) =>
  vi.waitFor(() => expect(site.events("quote.delivered")).toMatchObject([facts]));

describe("redelivery", { concurrent: true }, () => {
  it("a waiting quote arrives once, field by field, when the service accepts again", async (context) => {
    const { forwarder, start } = await ownServices(context);
    forwarder.behave("status", { status: 500 });
    const site = await start(SHORT);
    expect(await ask(site.url, "/healthz")).toMatchObject({ status: 200, text: "ok\n" });
    expect((await post(site, FORM)).status).toBe(503);
    const { status, text, headers } = await ask(site.url, "/readyz");
    // The public does not learn that one waits.
    expect([status, headers["cache-control"], text]).toEqual([200, "no-store", '{"outbox":"writable"}']);
    forwarder.behave("json-true");
    await emptied(site);
    const accepted = forwarder.received.filter(({ mode }) => mode === "json-true");
    const fields = expect.arrayContaining(ARRIVED("New Quote Request from Website"));
    expect(accepted.map((arrival) => arrival.fields)).toEqual([fields]);
    await delivered(site, { channel: "forward", attempts: forwarder.received.length });
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("the next process sends what was in flight when the site was killed", async (context) => {
    const { forwarder, start, taken } = await ownServices(context);
    forwarder.behave("hang");
    const first = await start();
    const answer = post(first, FORM).catch((error: Error) => error);
    await vi.waitFor(() => expect(forwarder.received).toHaveLength(1));
    expect(await first.stop("SIGKILL")).toBe("SIGKILL");
    expect(await answer).toBeInstanceOf(Error);
    const request = { ...FORM, additionalNotes: "First\nSecond" };
    expect(await first.waiting()).toMatchObject([{ form: "quote", tries: {}, request }]);
    forwarder.reset();
    const second = await start({ ...SHORT, OUTBOX_DIR: first.outboxDir });
    await emptied(second);
    expect(taken()).toHaveLength(1);
  });

  it("the visitor waits for the mail server when email is the only channel", async (context) => {
    const { byMail, mail, start } = await ownServices(context);
    const site = await start({ ...byMail, FORWARD_URL: "", REDELIVERY_WAITS_S: "1" });
    expect(site.events().filter(({ level }) => level === "error")).toEqual([]);
    const { text: policy } = await ask(site.url, "/privacy-policy");
    expect(policy).toContain("until our mail server has accepted it");
    expect(policy).not.toMatch(/forwarding|outside service/);
    expect((await post(site)).status).toBe(303);
    expect(mail.received).toHaveLength(1);
    mail.behave("defer");
    expect((await post(site)).status).toBe(503);
    mail.behave("accept");
    await emptied(site);
    expect(mail.received).toHaveLength(2);
  });

  it("quotes that version 1.0.0 set aside as spam are sent when the site starts", async (context) => {
    const { start, taken } = await ownServices(context);
    const OUTBOX_DIR = await mkdtemp(join(tmpdir(), "outbox-"));
    await mkdir(join(OUTBOX_DIR, "suspect"));
    const stored = ["1 Road", "2 Road"].map((projectLocation) => sampleQuote("quote", { projectLocation }));
    for (const each of stored)
      await writeFile(join(OUTBOX_DIR, "suspect", `${each.id}.json`), JSON.stringify(each));
    const site = await start({ ...SHORT, OUTBOX_DIR });
    await vi.waitFor(() => expect(taken().sort()).toEqual(["1 Road", "2 Road"]));
    expect(site.events("outbox.released")).toMatchObject([{ count: 2 }]);
  });
});
