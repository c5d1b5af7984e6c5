import { randomBytes } from "node:crypto";
import type { ChainableCommander } from "ioredis";
import type { Log } from "~/config/log.server";
import type { Backlog, OutboxCounts } from "~/quote/outbox/outbox.server";
import {
  acceptedBy,
  asDead,
  formatStoredRequest,
  parseStoredRequest,
  type StoredRequest,
} from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { all, keysOf } from "~/quote/valkey/keys.server";
import { makeRestore } from "~/quote/valkey/restore.server";
import { formatEntry, makeValkeyIndex } from "~/quote/valkey/valkey-index.server";
import { makeShelves } from "~/quote/valkey/valkey-shelves.server";

const PROBE_MS = 100;
const DAY_S = 24 * 60 * 60;

/** How long Valkey remembers that a request is done: an absent machine may hold a copy of it that long. */
const DONE_DAYS = 90;

/** 32 bytes. With a weaker key ids could be guessed. */
const KEY = /^[0-9a-f]{64}$/;

export type ValkeyOutbox = ReturnType<typeof makeValkeyOutbox>;

/**
 * The outbox on Valkey. What it writes is on disk if Valkey flushes each write (`appendfsync always`), and each change is
 * made whole or not at all. While Valkey is away calls fail within a second; those that end a request (`accept`, `remove`)
 * are made once Valkey takes them.
 */
export function makeValkeyOutbox(valkey: Valkey, prefix: string, keepSentDays: number, log: Log = () => {}) {
  const keys = keysOf(prefix);
  const later = (id: string) => `remove ${id}`;
  const copied = makeRestore(valkey, keys);
  const index = makeValkeyIndex(valkey, keys.index, read);

  const change = (make: (calls: ChainableCommander) => ChainableCommander) =>
    valkey.ask((client) => all(make(client.multi())));

  const unlist = (calls: ChainableCommander, id: string) =>
    calls.hdel(keys.new, id).hdel(keys.index, id).zrem(keys.received, id).srem(keys.partial, id);

  /** Ends a waiting request, now or as soon as Valkey takes it. */
  const end = (id: string, more = (calls: ChainableCommander) => calls) =>
    valkey.defer(later(id), (client) =>
      all(more(unlist(client.multi(), id).set(keys.done(id), "1", "EX", DONE_DAYS * DAY_S))),
    );

  async function store(request: StoredRequest): Promise<void> {
    const { id } = request;
    // The end of an equal request before, which Valkey has not taken yet, would end this one too.
    valkey.cancelDeferred(later(id));
    const since = request.sent ? Date.now() : Math.min(Date.parse(request.receivedAt), Date.now());
    await change((calls) => {
      calls
        .del(keys.done(id))
        .hdel(keys.dead, id)
        .hset(keys.new, id, formatStoredRequest(request))
        .hset(keys.index, id, formatEntry(request));
      return acceptedBy(request).length > 0
        ? calls.zrem(keys.received, id).sadd(keys.partial, id)
        : calls.zadd(keys.received, since, id).srem(keys.partial, id);
    });
  }

  async function accept(request: StoredRequest): Promise<void> {
    const { id, sent } = request;
    // The call that waits for Valkey says more.
    if (!sent && valkey.isDeferred(later(id))) return;
    await end(id, (calls) =>
      sent && keepSentDays > 0
        ? calls.set(keys.sent(id), formatStoredRequest(request), "EX", keepSentDays * DAY_S)
        : calls,
    );
  }

  async function read(id: string): Promise<StoredRequest | undefined> {
    const text = await valkey.ask((client) => client.hget(keys.new, id));
    if (text === null) return undefined;
    const request = parseStoredRequest(text);
    if (request?.id === id) return request;
    await setAside(id, text);
    return undefined;
  }

  /** Somebody, or an error, wrote what is no request: it would be read again and again. */
  async function setAside(id: string, text: string): Promise<void> {
    const [removed] = await change((calls) => unlist(calls, id).hset(keys.dead, id, text));
    if (removed === 0) return; // Another process was faster.
    const advice =
      "This request in Valkey could not be read, so it was not sent. Read it (npm run outbox -- show ID), call the visitor, then forget it.";
    log("error", "outbox.damaged", { file: id, advice });
  }

  /** No transaction: a full Valkey would refuse it. */
  async function counts(): Promise<OutboxCounts> {
    const [stored, partial, dead, oldest] = await valkey.ask((client) =>
      all(
        client
          .pipeline()
          .hlen(keys.new)
          .scard(keys.partial)
          .hlen(keys.dead)
          .zrange(keys.received, "0", "0", "WITHSCORES"),
      ),
    );
    const [, since] = oldest as string[];
    return {
      waiting: Number(stored) - Number(partial),
      partial: Number(partial),
      oldest: since && new Date(Number(since)).toISOString(),
      dead: Number(dead),
    };
  }

  /** Returns the key that all processes make ids with: the first that any of them brought. */
  async function idKey(own: Buffer = randomBytes(32)): Promise<Buffer> {
    await valkey.ask((client) => client.set(keys.key, own.toString("hex"), "NX"));
    const text = (await valkey.ask((client) => client.get(keys.key))) ?? "";
    if (!KEY.test(text)) throw Object.assign(new Error(`${keys.key} is not a key`), { code: "EDAMAGED" });
    return Buffer.from(text, "hex");
  }

  return {
    name: "Valkey",
    store,
    accept,
    read,
    index,
    counts,
    ...copied,
    ...makeShelves(valkey, keys, end),
    idKey,
    moveToDead: async (request: StoredRequest, now: Date) => {
      const { id } = request;
      await change((calls) =>
        unlist(calls, id).hset(keys.dead, id, formatStoredRequest(asDead(request, now))),
      );
    },
    /** Where its end could not be written, another process may still find it. The operator's `again` marks it sent. */
    isDone: ({ id, sent }: StoredRequest, isAccepted: boolean) =>
      !sent && (isAccepted || valkey.isDeferred(later(id))),
    /** What Valkey only forgot is not gone: a note of the attempt puts it back. */
    isGone: async (id: string) => (await copied.states([id]))[0] === "done",
    sweep: async () => {}, // Sent requests expire by themselves.
    probe: async () => {
      await valkey.ask((client) => client.set(keys.probe, "1", "PX", PROBE_MS));
    },
    advice: {
      unwritable:
        "Valkey responds but refuses writes. Requests are kept in OUTBOX_DIR and sent from there. Make sure that Valkey has free memory and disk space, is not a read-only replica, and gives its user all permissions.",
      unreadable: "Waiting requests on Valkey cannot be read, so nothing is sent again from there.",
    },
  } satisfies Backlog & Record<string, unknown>;
}
