import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { ModeName } from "../../forwarder/forwarder.mjs";
import type { MailMode } from "../../mail-server";
import type { Site } from "../../start-site";
import * as services from "../services";
import {
  byMail,
  forwarder,
  freshServices,
  inFolder,
  mail,
  newRequest,
  ownServices,
  post,
  SHORT,
  sharedSite,
} from "../services";

/** Waits until this request has been sent, and a little longer: what comes twice comes then. */
async function settled(
  { outboxDir }: Pick<Site, "outboxDir">,
  { mail, taken }: Pick<Awaited<ReturnType<typeof ownServices>>, "mail" | "taken">,
  request: ReturnType<typeof newRequest>,
  id: unknown,
) {
  await vi.waitFor(async () => expect(await inFolder({ outboxDir }, "sent")).toContain(`${id}.json`));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(taken()).toEqual([request.projectLocation]);
  expect(mail.received.map(({ mail }) => mail.text)).toEqual([expect.stringContaining(request.fullName)]);
  // The receipt is written after the file has moved.
  const file = join(outboxDir, "sent", `${id}.json`);
  const channels = async () =>
    JSON.parse(await readFile(file, "utf8"))
      .sent?.channel.split(", ")
      .sort();
  await vi.waitFor(async () => expect(await channels()).toEqual(["forward", "mail"]));
}

describe("both channels", () => {
  freshServices();
  const site = sharedSite(() => ({ FORWARD_URL: forwarder.url, ...byMail(), MAIL_AFTER_S: "0", ...SHORT }));

  const accepted = { accepted: true };
  const deferred = { class: "mail-deferred" };
  const failed = { class: "server-error" };
  const unsaid = { class: "refused-or-throttled" };
  it.each<[string, ModeName, MailMode, status: number, tries?: object]>([
    ["both accept", "json-true", "accept", 303],
    ["the service is down", "status", "accept", 303, { forward: failed, mail: accepted }],
    ["the mail server is down", "json-true", "defer", 303, { forward: accepted, mail: deferred }],
    [
      "the service throttles and the mail server is down",
      "json-web-server",
      "defer",
      303,
      { forward: unsaid },
    ],
    ["both are down", "status", "defer", 503, { forward: failed, mail: deferred }],
  ])(
    "a quote comes once by each when MAIL_AFTER_S=0 and at first %s",
    async (...[, mode, mailMode, status, tries]) => {
      forwarder.behave(mode);
      mail.behave(mailMode);
      const request = newRequest();
      expect((await post(site, request)).status).toBe(status);
      const id = site.events("quote.received").at(-1)?.id;
      const kept = () => site.events("quote.attempt_failed").filter((line) => line.id === id);
      if (tries) {
        await vi.waitFor(() => expect(kept()).not.toEqual([]));
        await vi.waitFor(async () => expect(await site.waiting()).toMatchObject([{ tries }]));
      }
      forwarder.behave("json-true");
      mail.behave("accept");
      await settled(site, services, request, id);
      expect((await post(site, request)).status).toBe(303);
      expect([services.taken().length, mail.received.length]).toEqual([1, 1]);
    },
  );
});

describe("both channels in other processes", { concurrent: true }, () => {
  it.for([
    ["after a SIGKILL the next process", "SIGKILL", false],
    ["after a SIGTERM the next process", "SIGTERM", false],
    ["after the SIGKILL of one of two the other process", "SIGKILL", true],
  ] as const)("%s asks only the missing one", async ([, signal, beside], context) => {
    const own = await ownServices(context, { MAIL_AFTER_S: "0", ...SHORT });
    own.mail.behave("hang");
    const request = newRequest();
    const first = await own.start(own.byMail);
    const startNext = () => own.start({ ...own.byMail, OUTBOX_DIR: first.outboxDir });
    const other = beside ? await startNext() : undefined;
    expect((await post(first, request)).status).toBe(303);
    await first.stop(signal);
    own.mail.behave("accept");
    await settled(other ?? (await startNext()), own, request, first.events("quote.received")[0]?.id);
  });

  it("a request that is only presumed to be accepted: its visitor is thanked, and it is emailed as well", async (context) => {
    const { forwarder, mail, start, byMail } = await ownServices(context);
    forwarder.behave("text");
    const FORWARD_URL = `${forwarder.origin}/test`;
    const site = await start({ ...SHORT, ...byMail, MAIL_AFTER_S: "1", FORWARD_URL });
    expect((await post(site)).status).toBe(303);
    await vi.waitFor(() => expect(mail.received).toHaveLength(1));
    await vi.waitFor(async () => expect(await inFolder(site, "sent")).toHaveLength(1));
    expect(forwarder.received).toHaveLength(1);
  });
});
