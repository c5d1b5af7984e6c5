import type { Redis } from "ioredis";
import type { Log } from "~/config/log.server";

/** How long an answer of Valkey is waited for, in milliseconds; a visitor waits for it. */
const WAIT_MS = 1_000;
const RECONNECT_MS = 1_000;

/** At start it is waited for this long until it is known whether it is there; while it loads its disk it only listens. */
const KNOWN_MS = 3 * WAIT_MS;

/** Valkey is away; the log has said so. */
export class ValkeyUnavailableError extends Error {
  readonly code = "EAWAY";
}

type Call = (client: Redis) => Promise<unknown>;

/** The connection to Valkey (or Redis). A visitor never waits long for it, and it never holds the process. */
export type Valkey = Awaited<ReturnType<typeof openValkey>>;

/**
 * Connects in the background and says in the log when Valkey goes and comes. While it is away every call fails at once,
 * so that the folder takes over; a call that Valkey leaves unanswered counts as its going away.
 *
 * @param url `redis://` or `rediss://`; it may hold a password, so it is never logged
 */
export async function openValkey(url: string, log: Log) {
  const { Redis } = await import("ioredis");
  const client: Redis = new Redis(url, {
    // What is sent again by itself after a break would come beside what the folder has taken over.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: WAIT_MS,
    commandTimeout: 2 * WAIT_MS,
    retryStrategy: (tries) => (stopped ? null : Math.min(tries * 100, RECONNECT_MS)),
  });
  let state: "unknown" | "up" | "away" = "unknown";
  let fault = "ECLOSED";
  let stopped = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const patience = setTimeout(() => {
    fault = "ETIMEDOUT";
    onDown();
  }, KNOWN_MS);
  void settled.then(() => clearTimeout(patience));
  const listeners: (() => Promise<void>)[] = [];
  /** What Valkey has yet to be told, by name so that it cannot grow without bound for one request. */
  const deferred = new Map<string, Call>();

  client.on("error", ({ code, name }: NodeJS.ErrnoException) => {
    fault = code ?? name;
  });
  client.on("connect", () => client.stream.unref());
  client.on("ready", () => void onReady().catch(() => client.disconnect(true)));
  client.on("close", () => onDown());

  function onDown(): void {
    if (state === "away") return;
    state = "away";
    settle();
    if (stopped) return;
    const advice =
      "Valkey does not answer. Requests are kept in OUTBOX_DIR meanwhile, and moved over when it is back.";
    log("warn", "valkey.away", { fault, advice });
  }

  async function onReady(): Promise<void> {
    await flushWith((call) => call(client));
    state = "up";
    settle();
    log("info", "valkey.up");
    for (const listener of listeners) await listener();
  }

  /** Where not, a failed call says nothing of what Valkey would take. A stream may end a moment before the status knows. */
  const isConnected = () => client.status === "ready" && client.stream.writable;

  /** Makes the calls that are owed. What Valkey refuses stays owed. */
  async function flushWith(make: (call: Call) => Promise<unknown>): Promise<void> {
    for (const [name, call] of deferred) {
      await make(call).then(
        () => deferred.delete(name),
        (error) => {
          if (!isConnected()) throw error;
        },
      );
    }
  }

  /** One call, answered within a second or failed. Throws what Valkey throws, or a `ValkeyUnavailableError`. */
  async function ask<T>(call: (client: Redis) => Promise<T>, waitMs = WAIT_MS): Promise<T> {
    if (state === "unknown") await settled;
    if (state !== "up") throw new ValkeyUnavailableError();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        fault = "ETIMEDOUT";
        onDown();
        client.disconnect(true);
        reject(new ValkeyUnavailableError());
      }, waitMs);
    });
    const answer = call(client);
    answer.catch(() => {}); // What comes after the time is up is nobody's.
    try {
      return await Promise.race([answer, tooLong]);
    } catch (error) {
      throw isConnected() ? error : new ValkeyUnavailableError();
    } finally {
      clearTimeout(timer);
    }
  }

  /** A call that must be made: now, as the first thing when Valkey is back, or with the next `pay`. */
  async function defer(name: string, call: Call): Promise<void> {
    await ask(call).then(
      () => deferred.delete(name),
      () => deferred.set(name, call),
    );
  }

  return {
    client,
    ask,
    defer,
    flushDeferred: () => flushWith(ask),
    /** When it is known for the first time whether Valkey is there. */
    settled,
    isUp: () => state === "up",
    /** Calls this whenever Valkey has come (back), and at once if it is there. It must not throw. */
    onUp: (listener: () => Promise<void>) => {
      listeners.push(listener);
      if (state === "up") void listener();
    },
    /** A connection of its own for who waits for work: it is patient, and sends again after a break. */
    blockingClient: (): Redis =>
      client.duplicate({
        enableOfflineQueue: true,
        autoResendUnfulfilledCommands: true,
        maxRetriesPerRequest: null,
        commandTimeout: undefined,
        retryStrategy: () => (stopped ? null : RECONNECT_MS),
      }),
    /** From now on it does not hold the process; what is under way may still use it. */
    stop: () => {
      if (state !== "up") client.disconnect();
      stopped = true;
    },
  };
}
