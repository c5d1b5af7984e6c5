import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { list } from "~/cli/outbox/list";
import { openFolder } from "~/quote/outbox/folder/store.server";
import { requestsIn } from "~/quote/outbox/read-all.server";
import { type Site, startSite } from "../../start-site";
import { FORM, postForm } from "../post";
import { forwarder, freshServices } from "../services";
import { runCommand } from "./run-command";

/** The outbox command beside a site, which looks every second and leaves a request to its visitor's attempt for 15 s. */

freshServices();
let site: Site;
beforeAll(async () => {
  // What the operator must act on waits for the second of these.
  const waits = { REDELIVERY_WAITS_S: "4,600" };
  site = await startSite({ FORWARD_URL: forwarder.url, ...waits });
});
afterAll(() => site.end());

const run = (args: string[]) => runCommand("outbox", args, { OUTBOX_DIR: site.outboxDir });
const json = async (...args: string[]) => JSON.parse((await run([...args, "--json"])).out);
const arrived = (count: number) => vi.waitFor(() => expect(forwarder.received).toHaveLength(count));
/** What the command lists once nothing waits, and the requests were sent in so many attempts. */
async function settled(...attempts: number[]) {
  const outbox = openFolder(site.outboxDir);
  await vi.waitFor(async () => {
    const { waiting, dead, sent } = await list(requestsIn(outbox));
    const done = sent.map((row) => [row.sent?.channel, row.attempts?.length]);
    expect([waiting, dead, done]).toEqual([[], [], attempts.map((count) => ["forward", count])]);
  });
  return json("list");
}

it("outbox command: `now` sends one or all, `list` names no visitor, `again` sends once more", async () => {
  forwarder.behave("json-activation");
  await postForm(site.url, "/quote");
  await postForm(site.url, "/contact");
  const { waiting } = await json("list");
  forwarder.reset();
  expect(await json("now", waiting[0].id)).toEqual({ ids: [waiting[0].id] });
  await arrived(1);
  await vi.waitFor(async () => expect(await site.waiting()).toHaveLength(1));
  expect(await json("now", "all")).toEqual({ ids: [waiting[1].id] });
  await arrived(2);
  const { sent } = await settled(2, 2);
  const attempts = [{ class: "needs-activation" }, { channel: "forward", class: "accepted" }];
  const accepted = { at: expect.any(String), channel: "forward", class: "accepted" };
  expect(sent.map(({ form }: { form: string }) => form)).toEqual(["quote", "contact"]);
  for (const row of sent) expect(row).toMatchObject({ sent: accepted, attempts });
  expect(JSON.stringify(sent)).not.toMatch(/renee|\(269\)|Côte/i);

  const [{ id }] = sent;
  expect(await json("show", id)).toMatchObject({ id, request: { email: FORM.email } });
  expect(await run(["now", id])).toMatchObject({ code: 1, err: expect.stringContaining("use `again`") });
  await run(["again", id]);
  await arrived(3);
  expect((await settled(3, 2)).sent[0].attempts).toHaveLength(3);
});
