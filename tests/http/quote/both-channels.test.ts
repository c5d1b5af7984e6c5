import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { ModeName } from "../../forwarder/forwarder.mjs";
import type { MailMode } from "../../mail-server";
import { type Site, startSite } from "../../start-site";
import {
  byMail,
  forwarder,
  freshServices,
  inFolder,
  mail,
  newRequest,
  post,
  SHORT,
  start,
  taken,
} from "../services";

freshServices();

const both = () => ({ ...byMail(), MAIL_AFTER_S: "0", ...SHORT });
let site: Site;
beforeAll(async () => {
  site = await startSite({ FORWARD_URL: forwarder.url, ...both() });
});
afterAll(() => site.end());

/** Waits until this request has been sent, and a little longer: what comes twice comes then. */
async function settled(
  { outboxDir }: Pick<Site, "outboxDir">,
  request: ReturnType<typeof newRequest>,
  id: unknown,
) {
  await vi.waitFor(async () => expect(await inFolder({ outboxDir }, "sent")).toContain(`${id}.json`));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(taken()).toEqual([request.projectLocation]);
  expect(mail.received.map(({ mail }) => mail.text)).toEqual([expect.stringContaining(request.fullName)]);
  const { sent } = JSON.parse(await readFile(join(outboxDir, "sent", `${id}.json`), "utf8"));
  expect(sent.channel.split(", ").sort()).toEqual(["forward", "mail"]);
}

const accepted = { accepted: true };
const deferred = { class: "mail-deferred" };
const failed = { class: "server-error" };
const unsaid = { class: "refused-or-throttled" };
it.each<[string, ModeName, MailMode, status: number, tries?: object]>([
  ["both accept", "json-true", "accept", 303],
  ["the service is down", "status", "accept", 303, { forward: failed, mail: accepted }],
  ["the mail server is down", "json-true", "defer", 303, { forward: accepted, mail: deferred }],
  ["the service throttles and the mail server is down", "json-web-server", "defer", 303, { forward: unsaid }],
  ["both are down", "status", "defer", 503, { forward: failed, mail: deferred }],
])(
  "both channels: a quote comes once by each when MAIL_AFTER_S=0 and at first %s",
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
    await settled(site, request, id);
    expect((await post(site, request)).status).toBe(303);
    expect([taken().length, mail.received.length]).toEqual([1, 1]);
  },
);

it.each([
  ["after a SIGKILL the next process", "SIGKILL", false],
  ["after a SIGTERM the next process", "SIGTERM", false],
  ["after the SIGKILL of one of two the other process", "SIGKILL", true],
] as const)("both channels: %s asks only the missing one", async (_name, signal, beside) => {
  mail.behave("hang");
  const request = newRequest();
  const first = await start(both());
  const startNext = () => start({ ...both(), OUTBOX_DIR: first.outboxDir });
  const other = beside ? await startNext() : undefined;
  expect((await post(first, request)).status).toBe(303);
  await first.stop(signal);
  mail.behave("accept");
  await settled(other ?? (await startNext()), request, first.events("quote.received")[0]?.id);
});

it("a request that is only presumed to be accepted: its visitor is thanked, and it is emailed as well", async () => {
  forwarder.behave("text");
  const site = await start({
    ...{ ...SHORT, ...byMail(), MAIL_AFTER_S: "1" },
    FORWARD_URL: `${forwarder.origin}/test`,
  });
  expect((await post(site)).status).toBe(303);
  await expect.poll(() => mail.received).toHaveLength(1);
  await expect.poll(() => inFolder(site, "sent")).toHaveLength(1);
  expect(forwarder.received).toHaveLength(1);
});
