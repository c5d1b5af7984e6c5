import type { Redis } from "ioredis";
import { errorCode } from "~/config/error-code";
import type { Log } from "~/config/log.server";

/** How long a call may take, in milliseconds; a visitor waits for it. */
const WAIT_MS = 1_000;
const RECONNECT_MS = 1_000;

/** How long the start waits to learn whether Valkey is there. While it loads its disk it only accepts connections. */
const KNOWN_MS = 3 * WAIT_MS;

/** Valkey is away. The log has `valkey.away`. */
export class ValkeyUnavailableError extends Error {
  readonly code = "EAWAY";
}

type Call = (client: Redis) => Promise<unknown>;

/** The connection to Valkey (or Redis). A visitor never waits long for it, and it never keeps the process alive. */
export type Valkey = Awaited<ReturnType<typeof openValkey>>;

/**
 * Connects in the background, and logs when Valkey goes and comes. While it is away every call fails at once, so that the
 * folder takes over. A call without a reply means that it is away. `url` may hold a password, so it is never logged.
 */
export async function openValkey(url: string, log: Log) {
  const { Redis } = await import("ioredis");
  const client: Redis = new Redis(url, {
    // A command resent after a break would repeat what the folder has taken over.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: WAIT_MS,
    commandTimeout: 2 * WAIT_MS,
    retryStrategy: (tries) => (stopped ? null : Math.min(tries * 100, RECONNECT_MS)),
  });
  let state: "unknown" | "up" | "away" = "unknown";
  let code = "ECLOSED";
  let stopped = false;
  let settle = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  const known = setTimeout(() => onDown("ETIMEDOUT"), KNOWN_MS);
  void settled.then(() => clearTimeout(known));
  const listeners: (() => Promise<void>)[] = [];
  /** Calls still to be made, by name: one request never takes more than one place. */
  const deferred = new Map<string, Call>();

  client.on("error", (error) => {
    code = errorCode(error);
  });
  client.on("connect", () => client.stream.unref());
  client.on("ready", () => void onReady().catch(() => client.disconnect(true)));
  client.on("close", () => onDown());

  function onDown(reason = code): void {
    code = reason;
    if (state === "away") return;
    state = "away";
    settle();
    if (stopped) return;
    const advice =
      "Valkey does not respond. Requests are kept in OUTBOX_DIR, and moved to Valkey when it is back.";
    log("warn", "valkey.away", { code, advice });
  }

  async function onReady(): Promise<void> {
    await flushWith((call) => call(client));
    state = "up";
    settle();
    log("info", "valkey.up");
    for (const listener of listeners) await listener();
  }

  /** If not, a failed call is no refusal. The stream may end a moment before the status changes. */
  const isConnected = () => client.status === "ready" && client.stream.writable;

  /** Makes the deferred calls. What Valkey refuses stays deferred. */
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

  /** Makes one call, with a deadline. Throws what Valkey throws, or a `ValkeyUnavailableError`. */
  async function ask<T>(call: (client: Redis) => Promise<T>): Promise<T> {
    if (state === "unknown") await settled;
    if (state !== "up") throw new ValkeyUnavailableError();
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        onDown("ETIMEDOUT");
        client.disconnect(true);
        reject(new ValkeyUnavailableError());
      }, WAIT_MS);
    });
    try {
      return await Promise.race([call(client), tooLong]);
    } catch (error) {
      throw isConnected() ? error : new ValkeyUnavailableError();
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    client,
    ask,
    /** Makes a call now, or as soon as Valkey takes it: at its return, or at the next `flushDeferred`. */
    defer: async (name: string, call: Call): Promise<void> => {
      await ask(call).then(
        () => deferred.delete(name),
        () => deferred.set(name, call),
      );
    },
    /** Drops a deferred call: what it would do is no longer wanted. */
    cancelDeferred: (name: string) => deferred.delete(name),
    isDeferred: (name: string) => deferred.has(name),
    flushDeferred: () => flushWith(ask),
    /** Resolves once it is known whether Valkey is there. */
    settled,
    isUp: () => state === "up",
    /** The code of the last error, where Valkey is away. */
    whyAway: () => code,
    /** Calls `listener` whenever Valkey comes (back), and at once if it is there. It must not throw. */
    onUp: (listener: () => Promise<void>) => {
      listeners.push(listener);
      if (state === "up") void listener();
    },
    /** From now on it does not keep the process alive. Calls under way may still use it. */
    stop: () => {
      if (state !== "up") client.disconnect();
      stopped = true;
    },
  };
}
