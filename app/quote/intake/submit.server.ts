import { randomBytes } from "node:crypto";
import * as z from "zod";
import { countedLog } from "~/log/counted-log.server";
import type { Log } from "~/log/log.server";
import { logArrival } from "~/quote/delivery/arrival.server";
import type { Worker } from "~/quote/delivery/worker.server";
import { type FormKind, mapFields, type QuoteValues } from "~/quote/fields";
import type { RateLimit } from "~/quote/intake/rate-limit.server";
import { createQuote, type StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { held } from "~/quote/lifecycle/transitions.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import type { Outcome } from "~/quote/outcome";
import { validateValues } from "~/quote/values";

type Submission = {
  form: FormKind;
  values: QuoteValues;
  honeypot: string;
  /** The client's address; kept in memory for counting, never stored or logged. */
  address: string;
};

export type SubmitDeps = {
  outbox: Outbox;
  worker: Pick<Worker, "firstAttempt">;
  rateLimit: RateLimit;
  log: Log;
  now: () => Date;
  /** The longest that a visitor waits, in milliseconds. */
  answerMs: number;
  /** Counts a request over a limit. */
  noteLimited?: (address: string, isSaved: boolean) => void;
};

/** The rules that the browser has, too, which does without zod: it would cost it 5 KB. */
const quoteSchema = z
  .object(mapFields(() => z.string().trim()))
  .refine((values) => Object.keys(validateValues(values)).length === 0);

/** Makes `submit`, which validates; the worker counts, stores and sends. When the visitor sees success, a channel has accepted it or it is on disk. */
export function makeSubmit(deps: SubmitDeps) {
  const { outbox, worker, rateLimit, log, now, answerMs, noteLimited } = deps;
  const limited = countedLog(log);
  /** Makes ids while the outbox cannot provide its key. */
  const spareKey = randomBytes(32);
  const idKey = () => outbox.idKey().catch(() => spareKey);

  return async function submit({ form, values, honeypot, address }: Submission): Promise<Outcome> {
    const { data } = quoteSchema.safeParse(values);
    if (!data) return { kind: "invalid", values, errors: validateValues(values) };
    // People never see the honeypot, so a program filled it in: perhaps one in a person's browser.
    if (honeypot.trim() !== "") return { kind: "unconfirmed", values };
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise((resolve) => {
      timer = setTimeout(resolve, answerMs);
    });
    const quote = createQuote(form, data, await idKey(), now());
    const limits = { rateLimit: () => limit(quote, address), deadline };
    return worker.firstAttempt(quote, limits).finally(() => clearTimeout(timer));
  };

  /** Over the limit a quote is held and sent later, or refused. */
  async function limit(quote: StoredQuote, address: string): Promise<Outcome | undefined> {
    const reached = rateLimit.count(address);
    if (!reached) return undefined;
    const { id, form, request: values } = quote;
    const { retryAfterS } = reached;
    const isHeld = await hold(quote, address);
    noteLimited?.(address, isHeld);
    const advice = `Over RATE_LIMIT_MAX: ${isHeld ? "saved, and sent later" : "not saved"}. With many of these from people who are not together, check TRUSTED_PROXIES: behind a proxy, a wrong number makes all visitors share one limit.`;
    const facts = { form, ...reached, held: isHeld, advice };
    if (isHeld) limited.log("warn", "quote.limited", { id, ...facts }, id);
    else limited.log("warn", "quote.limited", facts, reached.over);
    return { kind: "limited", values, retryAfterS, held: isHeld };
  }

  /** Stores a quote to be sent later; one in the outbox stays as it is. Returns false when too many are held. */
  async function hold(quote: StoredQuote, address: string): Promise<boolean> {
    if (await outbox.read(quote.id).catch(() => undefined)) return true;
    const waitS = rateLimit.hold(address);
    if (waitS === undefined) return false;
    const waiting = held(quote, new Date(now().getTime() + waitS * 1000));
    if (!(await outbox.insert(waiting).catch(() => undefined))) return false;
    logArrival(quote, "held", log);
    return true;
  }
}
