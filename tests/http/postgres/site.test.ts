import { describe, expect, it } from "vitest";
import { noPostgres } from "../../postgres";
import { forwarder, inFolder, newRequest, post, taken } from "../services";
import { freshPostgres, postgres, soon, start, statuses } from "./sites";

describe.skipIf(noPostgres)("two sites over PostgreSQL", () => {
  freshPostgres();
  const pair = async () => [await start(), await start()] as const;

  it("site: a quote is stored and sent, and nothing is in a folder, when PostgreSQL works", async () => {
    const site = await start();
    const request = newRequest();
    expect((await post(site, request)).status).toBe(303);
    expect(taken()).toEqual([request.projectLocation]);
    expect(await statuses()).toBe("sent|1");
    expect([...(await inFolder(site, "new")), ...(await inFolder(site, "sent"))]).toEqual([]);
    expect(await site.stop("SIGTERM")).toBe(0);
  });

  it("repeat: both visitors see the same and it is sent once when they post to both at once", async () => {
    const [one, other] = await pair();
    const both = async (request = newRequest()) =>
      (await Promise.all([post(one, request), post(other, request)])).map(({ status }) => status);
    forwarder.behave("status", { status: 500 });
    expect(await both()).toEqual([503, 503]);
    forwarder.behave("slow", { ms: 500 });
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    const request = newRequest();
    expect(await both(request)).toEqual([303, 303]);
    expect((await post(other, request)).status).toBe(303);
    expect(taken()).toHaveLength(2);
  });

  it("worker: the other site sends the quote when one is killed in its attempt", async () => {
    const [one, other] = await pair();
    forwarder.behave("hang");
    const request = newRequest();
    const answer = post(one, request).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    await one.stop("SIGKILL");
    await answer;
    forwarder.reset();
    await soon(() => expect(taken()).toEqual([request.projectLocation]));
    await soon(() => expect(other.events("quote.delivered")).toHaveLength(1));
  });

  it("worker: the other site sends the quote once when one freezes and wakes", async () => {
    const [frozen] = await pair();
    forwarder.behave("hang");
    const answer = post(frozen).catch(() => undefined);
    await soon(() => expect(forwarder.received).toHaveLength(1));
    process.kill(frozen.pid, "SIGSTOP");
    forwarder.behave("json-true");
    await soon(async () => expect(await statuses()).toBe("sent|1"));
    process.kill(frozen.pid, "SIGCONT");
    await answer;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(await statuses()).toBe("sent|1");
    expect(taken()).toHaveLength(1);
  });

  it("lease: a quote is sent once when the other site has a shorter time limit", async () => {
    const patient = await start({ FORWARD_TIMEOUT_MS: "30000" });
    await start();
    forwarder.behave("slow", { ms: 8_000 });
    expect((await Promise.all([1, 2, 3].map(() => post(patient)))).map(({ status }) => status)).toEqual([
      303, 303, 303,
    ]);
    expect(taken()).toHaveLength(3);
    expect(await statuses()).toBe("sent|3");
  });

  it("damaged: the others are sent, and one condition begins, when a row is not a quote", async () => {
    forwarder.behave("status", { status: 500 });
    const site = await start();
    for (const _ of [1, 2]) await post(site);
    const first = "(SELECT min(id) FROM quote_request)";
    await postgres.sql(`UPDATE quote_request SET stored = '{', state = '{}' WHERE id = ${first}`);
    forwarder.reset();
    await soon(async () => expect(await statuses()).toBe("new|1\nsent|1"));
    await soon(() => expect(site.began("requests.damaged")).toHaveLength(1));
  });
});
