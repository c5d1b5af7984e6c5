import { randomBytes } from "node:crypto";
import * as z from "zod";
import { networkOf } from "~/http/client-address.server";
import type { Log } from "~/log/log.server";
import { announceArrival } from "~/quote/delivery/arrival.server";
import type { Courier } from "~/quote/delivery/courier.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Outcome } from "~/quote/outcome";
import {
  FIELDS,
  type FieldName,
  type FormKind,
  type QuoteErrors,
  type QuoteValues,
  validateValues,
} from "~/quote/request";

export type Submission = {
  form: FormKind;
  values: QuoteValues;
  honeypot: string;
  /** The client's address; only counted, never kept. */
  address: string;
};

export type SubmitDeps = {
  /** The first one takes new requests; the others while it is away. */
  outboxes: readonly Outbox[];
  courier: Pick<Courier, "take">;
  rateLimit: RateLimit;
  log: Log;
  now: () => Date;
};

const fields = Object.fromEntries(FIELDS.map((name) => [name, z.string().trim()]));

/** The browser's rules. The browser does without zod, which would cost it 5 KB. */
const quoteSchema = z.object(fields as Record<FieldName, z.ZodString>).superRefine((values, context) => {
  for (const [name, message] of Object.entries(validateValues(values)))
    context.addIssue({ code: "custom", path: [name], message });
});

/**
 * Makes the function that takes a submission: validate, count, store, send. When the visitor sees success, a channel has
 * accepted the request or it is on disk.
 */
export function makeSubmit({ outboxes, courier, rateLimit, log, now }: SubmitDeps) {
  /** Makes ids while the outbox cannot provide its key. */
  const spareKey = randomBytes(32);
  const idKey = async (): Promise<Buffer> => (await outboxes[0]?.idKey().catch(() => spareKey)) ?? spareKey;

  return async function submit({ form, values, honeypot, address }: Submission): Promise<Outcome> {
    const { data, error } = quoteSchema.safeParse(values);
    if (error) {
      const errors: QuoteErrors = {};
      for (const { path, message } of error.issues) errors[path[0] as FieldName] ??= message;
      return { kind: "invalid", values, errors };
    }
    // People never see the honeypot, so a program filled it in: perhaps one in a person's browser.
    if (honeypot.trim() !== "") return { kind: "unconfirmed", values };
    const request = createStoredRequest(form, data, await idKey(), now());
    return courier.take(request, () => limit(request, address));
  };

  /** Over the limit a request is held and sent later. */
  async function limit(request: StoredRequest, address: string): Promise<Outcome | undefined> {
    const reached = rateLimit.count(address);
    if (!reached) return undefined;
    const { id, form } = request;
    let held = false;
    for (const outbox of outboxes)
      held ||= await hold(request, reached.retryAfterS, outbox).catch(() => false);
    const advice =
      "If there are many of these, check TRUSTED_PROXIES: behind a proxy, a wrong number makes all visitors share one limit.";
    log("warn", "quote.limited", { id, form, ...reached, held, advice });
    return { kind: "limited", values: request.request, retryAfterS: reached.retryAfterS, held };
  }

  /** Keeps a request to be sent later; one in the outbox stays as it is. Returns false when too many are held. */
  async function hold(request: StoredRequest, waitS: number, outbox: Outbox): Promise<boolean> {
    if (await outbox.read(request.id)) return true;
    if (!rateLimit.mayHold()) return false;
    const heldUntil = new Date(now().getTime() + waitS * 1000).toISOString();
    await outbox.take({ ...request, announced: true, heldUntil });
    announceArrival(request, "held", log);
    return true;
  }
}

/** How many addresses and networks are counted, about 150 bytes each. Beyond that the least recently used one is forgotten. */
const MAX_KEYS = 20_000;

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

/** How many requests a key has sent, and when its window ends, by the monotonic clock (milliseconds). */
type Window = { count: number; endsMs: number };

export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory. Loose, so that a family that asks twice gets
 * through, but no single place can fill the disk or the mailbox. `count` returns which limit was reached.
 */
export function makeRateLimit(max: number, windowS: number) {
  const windows = new Map<string, Window>();
  setInterval(() => {
    for (const [key, { endsMs }] of windows) if (endsMs <= performance.now()) windows.delete(key);
  }, windowS * 1000).unref();

  /** The window of a limit's key, which becomes the most recently used. */
  function windowOf(limit: keyof typeof TIMES, of = ""): Window {
    const key = `${limit} ${of}`;
    const now = performance.now();
    const found = windows.get(key);
    const window = found && found.endsMs > now ? found : { count: 0, endsMs: now + windowS * 1000 };
    windows.delete(key);
    windows.set(key, window);
    const [oldest = key] = windows.keys();
    if (windows.size > MAX_KEYS) windows.delete(oldest);
    return window;
  }

  function count(address: string) {
    const counted = [
      { over: "address", window: windowOf("address", address) },
      { over: "network", window: windowOf("network", networkOf(address)) },
      { over: "everybody", window: windowOf("everybody") },
    ] as const;
    const reached = counted.find(({ over, window }) => window.count >= max * TIMES[over]);
    if (!reached) for (const { window } of counted) window.count++; // A refused request counts nowhere.
    const retryAfterS = Math.ceil(((reached?.window.endsMs ?? 0) - performance.now()) / 1000);
    return reached && { retryAfterS: Math.max(1, retryAfterS), over: reached.over };
  }

  return { count, mayHold: () => windowOf("held").count++ < max * TIMES.held };
}
