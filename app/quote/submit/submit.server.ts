import { randomBytes } from "node:crypto";
import * as z from "zod";
import { networkOf } from "~/http/client-address.server";
import type { Log } from "~/log/log.server";
import type { Courier } from "~/quote/delivery/courier.server";
import { announceArrival } from "~/quote/delivery/hands.server";
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
  courier: Pick<Courier, "receive">;
  rateLimit: RateLimit;
  log: Log;
  now: () => Date;
  /** The longest that a visitor waits, in milliseconds. */
  answerMs: number;
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
export function makeSubmit({ outboxes, courier, rateLimit, log, now, answerMs }: SubmitDeps) {
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
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, answerMs);
    });
    const request = createStoredRequest(form, data, await idKey(), now());
    return courier.receive(request, () => limit(request, address), late).finally(() => clearTimeout(timer));
  };

  /** Over the limit a request is held and sent later. */
  async function limit(request: StoredRequest, address: string): Promise<Outcome | undefined> {
    const reached = rateLimit.count(address);
    if (!reached) return undefined;
    const { id, form } = request;
    const held = await hold(request, reached.retryAfterS);
    const advice =
      "If there are many of these, check TRUSTED_PROXIES: behind a proxy, a wrong number makes all visitors share one limit.";
    log("warn", "quote.limited", { id, form, ...reached, held, advice });
    return { kind: "limited", values: request.request, retryAfterS: reached.retryAfterS, held };
  }

  /** Keeps a request to be sent later; one in the outbox stays as it is. Returns false when too many are held. */
  async function hold(request: StoredRequest, waitS: number): Promise<boolean> {
    for (const outbox of outboxes) if (await outbox.read(request.id).catch(() => undefined)) return true;
    if (!rateLimit.mayHold()) return false;
    const heldUntil = new Date(now().getTime() + waitS * 1000).toISOString();
    for (const outbox of outboxes) {
      const kept = outbox.keep({ ...request, announced: true, heldUntil });
      if (
        !(await kept.then(
          () => true,
          () => false,
        ))
      )
        continue;
      announceArrival(request, "held", log);
      return true;
    }
    return false;
  }
}

/** The limits of a network, of all visitors together, and of held requests, as multiples of one address's. */
const TIMES = { address: 1, network: 4, everybody: 40, held: 20 };

export type RateLimit = ReturnType<typeof makeRateLimit>;

/**
 * Counts requests by client address, by network and in all, in memory, anew every `windowS`. Loose, so that a family that
 * asks twice gets through, but no single place can fill the disk or the mailbox. `count` returns which limit was reached.
 */
export function makeRateLimit(max: number, windowS: number) {
  const counts = new Map<string, number>();
  let beganMs = performance.now();
  setInterval(() => {
    counts.clear();
    beganMs = performance.now();
  }, windowS * 1000).unref();

  /** Counts one more for each key, unless one is over: a refused request counts nowhere. Returns that one. */
  function add(...keys: [limit: keyof typeof TIMES, key: string][]) {
    const over = keys.find(([limit, key]) => (counts.get(key) ?? 0) >= max * TIMES[limit])?.[0];
    if (!over) for (const [, key] of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
    return over;
  }

  return {
    count: (address: string) => {
      const network = `network ${networkOf(address)}`;
      const over = add(["address", address], ["network", network], ["everybody", "everybody"]);
      const leftS = windowS - (performance.now() - beganMs) / 1000;
      return over && { retryAfterS: Math.max(1, Math.ceil(leftS)), over };
    },
    mayHold: () => !add(["held", "held"]),
  };
}
