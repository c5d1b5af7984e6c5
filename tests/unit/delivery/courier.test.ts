import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { again, now } from "~/cli/outbox/change";
import type { Attempt } from "~/quote/delivery/channel.server";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import { openOutbox } from "~/quote/outbox/folder-outbox.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";
import { sampleRequest } from "../submit/sample-request";
import {
  answering,
  clock,
  dir,
  events,
  forward,
  freshOutbox,
  MINUTE,
  pass,
  placed,
  requests,
  setUp,
} from "./redelivery-setup";

freshOutbox();

const { id } = sampleRequest();
const noLimit = async () => undefined;
const broken = () => Promise.reject(Object.assign(new Error(), { code: "EROFS" }));

describe("a request is read while it is in hand", () => {
  it("what a visitor had accepted after the look is not sent again, however slow the disk", async () => {
    const send = answering("accepted");
    const folder = openOutbox(dir);
    let onReading = async () => {};
    const read = async (one: string) => {
      const found = await folder.read(one);
      const act = onReading;
      onReading = async () => {};
      await act();
      return found;
    };
    const { courier, look } = setUp([forward(send)], { ...folder, read });
    await folder.store(sampleRequest());
    pass(MINUTE);
    // While the redelivery waits for the disk, the visitor sends the same again.
    let told: Promise<unknown> = Promise.resolve();
    onReading = async () => {
      told = courier.take(sampleRequest(), noLimit);
      await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await look();
    expect(await told).toEqual({ success: true, kept: true });
    expect(send).toHaveBeenCalledTimes(1);
    expect(await placed()).toEqual({ waiting: 0, dead: 0 });
  });
});

describe("what the disk did not take", () => {
  /** A site whose disk refuses the notes of attempts, until it is repaired. */
  function withBrokenNotes(answer: "accepted" | "refused") {
    const folder = openOutbox(dir);
    let isBroken = true;
    const store = (request: StoredRequest) =>
      isBroken && request.attempts ? broken() : folder.store(request);
    const accept = (request: StoredRequest) => (isBroken ? broken() : folder.accept(request));
    const send = answering(answer);
    const repair = () => {
      isBroken = false;
    };
    return {
      ...setUp([forward(send)], { ...folder, store, accept }, { waitsS: [0.01, 3_600] }),
      folder,
      send,
      repair,
    };
  }

  it("is no reason to leave a request that the operator wants to be tried now", async () => {
    const { courier, look, folder, send, repair } = withBrokenNotes("refused");
    await courier.take(sampleRequest(), noLimit);
    pass(MINUTE);
    await look();
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    repair();
    await now(id, [folder]);
    await look();
    expect(send).toHaveBeenCalledTimes(3);
  });

  it("is an acceptance: the request is not sent again, and leaves once the disk lets it", async () => {
    const { courier, look, folder, send, repair } = withBrokenNotes("accepted");
    expect(await courier.take(sampleRequest(), noLimit)).toEqual({ success: true, kept: true });
    pass(20 * MINUTE);
    await look();
    expect(await placed()).toEqual({ waiting: 1, dead: 0 });
    repair();
    // The operator sees that it waits.
    await now(id, [folder]);
    await look();
    expect(await placed()).toEqual({ waiting: 0, dead: 0 });
    expect(send).toHaveBeenCalledTimes(1);
    expect(events()).not.toContain("outbox.waiting");
  });

  it("is forgotten where the same words come as another request", async () => {
    const { courier, look, folder, send, repair } = withBrokenNotes("accepted");
    await courier.take(sampleRequest(), noLimit);
    repair();
    await folder.remove(id);
    pass(2 * 60 * MINUTE);
    await folder.store({ ...sampleRequest(), receivedAt: clock.toISOString() });
    pass(MINUTE);
    await look();
    expect(send).toHaveBeenCalledTimes(2);
    expect(await placed()).toEqual({ waiting: 0, dead: 0 });
  });

  it("and writes late is not sent again, also if the redelivery sees it first", async () => {
    const send = answering("accepted");
    const folder = openOutbox(dir);
    let land = () => {};
    const late = new Promise<void>((resolve) => {
      land = resolve;
    });
    const store = vi.fn(folder.take).mockRejectedValueOnce(new DiskTimeout(late));
    const { courier, look } = setUp([forward(send)], { ...folder, take: store });
    expect(await courier.take(sampleRequest(), noLimit)).toEqual({ success: true, kept: true });
    await folder.store(sampleRequest());
    pass(MINUTE);
    await look();
    land();
    await vi.waitFor(async () => expect(await placed()).toEqual({ waiting: 0, dead: 0 }));
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe("again", () => {
  it("keeps the copy in sent/ that the redelivery writes at the same moment", async () => {
    const send = answering("accepted");
    const { outbox, courier, look } = setUp([forward(send)]);
    await courier.take(sampleRequest(), noLimit);
    pass(MINUTE);
    const slow = {
      ...outbox,
      change: async (...given: Parameters<typeof outbox.change>) => {
        const changed = await outbox.change(...given);
        await look();
        return changed;
      },
    };
    await again(id, [slow]);
    expect(send).toHaveBeenCalledTimes(2);
    expect(await readFile(join(dir, "sent", `${id}.json`), "utf8")).toContain(id);
  });
});

describe("a drain", () => {
  it("takes up an older request that came back while it goes on", async () => {
    const [older, ...others] = requests(5) as [StoredRequest, ...StoredRequest[]];
    const sent: string[] = [];
    let duringFirst = async () => {};
    const send = async (request: StoredRequest): Promise<Attempt> => {
      sent.push(request.id);
      const act = duringFirst;
      duringFirst = async () => {};
      await act();
      return { class: "accepted", bytes: 0, ms: 1 };
    };
    const { outbox, courier, look } = setUp([forward(send)]);
    for (const stored of others) await outbox.store(stored);
    pass(MINUTE);
    duringFirst = async () => {
      await mkdir(join(dir, "dead"), { recursive: true });
      const receivedAt = "2026-04-01T12:00:00.000Z";
      await writeFile(join(dir, "dead", `${older.id}.json`), JSON.stringify({ ...older, receivedAt }));
      await again(older.id, [outbox]);
      await courier.poll();
    };
    await look();
    expect(sent[1]).toBe(older.id);
    expect(sent).toHaveLength(5);
    await rm(join(dir, "dead"), { recursive: true });
  });
});
