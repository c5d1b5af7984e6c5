import { randomBytes } from "node:crypto";
import { type HourlyLog, hourlyLog } from "~/config/hourly-log.server";
import {
  type Channel,
  type DeliveryDeps,
  deliver,
  settle,
  type Verdict,
} from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { HiddenValues } from "~/quote/hidden-fields";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { SubmitResult } from "~/quote/outcome";
import type { FormKind, QuoteValues } from "~/quote/request";
import { makeHold } from "~/quote/submit/hold.server";
import type { RateLimit } from "~/quote/submit/rate-limit.server";
import { spamReason } from "~/quote/submit/spam-check.server";
import { makeSupersede } from "~/quote/submit/supersede.server";
import { validate } from "~/quote/submit/validate.server";

export type Submission = {
  form: FormKind;
  values: QuoteValues;
  hidden: HiddenValues;
  /** The client's address; only counted, never kept. */
  address: string;
};

export type SubmitDeps = DeliveryDeps & {
  outbox: Outbox;
  inFlight: InFlight;
  /** The first sends while the visitor waits; the others send now only what cannot be stored. */
  channels: readonly Channel[];
  rateLimit: RateLimit;
  /** Shared, so that the same trouble is not logged by two. */
  trouble?: HourlyLog;
  /** Relay what looks like spam, too. */
  relaySuspected: boolean;
};

const REQUEST_ID = /^[0-9a-f]{32}$/;

/**
 * Makes the function that takes a submission: validate, count, store, send. It knows no HTTP.
 *
 * When a visitor is told that a request was sent, it has been accepted or is on disk. Equal requests are one: the second
 * waits for the verdict on the first, and is not sent for an hour after that was accepted.
 */
export function makeSubmit(deps: SubmitDeps) {
  const { outbox, inFlight, rateLimit, log } = deps;
  const { trouble = hourlyLog(log) } = deps;
  const hold = makeHold(deps);
  const supersede = makeSupersede(deps);
  /** Makes ids while the outbox cannot give its own key. */
  const spareKey = randomBytes(32);

  return async function submit({ form, values, hidden, address }: Submission): Promise<SubmitResult> {
    const replaces = REQUEST_ID.test(hidden.replaces) ? hidden.replaces : undefined;
    const { request: valid, errors } = validate(values);
    if (errors) return { kind: "invalid", values, errors, replaces };
    const request = createStoredRequest(form, valid, await idKey(), deps.now());
    const { id } = request;
    let isRepeat = true;
    const { visitor, stored, retryAfterS } = await inFlight.run(id, async () => {
      isRepeat = false;
      const spam = deps.relaySuspected ? undefined : spamReason(hidden);
      const limited = await limit(request, address, spam);
      if (!limited && spam && (await quarantine(request, spam)))
        return { visitor: "success", stored: "kept" };
      const verdict = limited ?? (await storeAndSend(request));
      if (replaces && replaces !== id && verdict.stored !== "lost") void supersede(replaces, id);
      return verdict;
    });
    if (isRepeat) log("info", "quote.repeated", { id, form });
    const kept = stored === "kept" ? id : replaces;
    if (retryAfterS) return { kind: "limited", values, retryAfterS, held: stored === "kept", replaces: kept };
    return visitor === "success" ? { kind: "sent" } : { kind: "failed", values, replaces: kept };
  };

  async function idKey(): Promise<Buffer> {
    return outbox.idKey().catch((error: NodeJS.ErrnoException) => {
      const advice =
        "Ids change at each start. Make the outbox writable; if its file `key` is damaged, delete it.";
      trouble.say("error", "outbox.key", { fault: error.code, advice });
      return spareKey;
    });
  }

  /** Over the limit a request is held and sent later, unless it looks like spam. */
  async function limit(
    request: StoredRequest,
    address: string,
    spam: string | undefined,
  ): Promise<Verdict | undefined> {
    const reached = await rateLimit.count(address);
    if (!reached) return undefined;
    const { retryAfterS, over } = reached;
    const held = !spam && (await hold(request, retryAfterS));
    const { id, form } = request;
    const advice =
      "Many of these: check TRUSTED_PROXIES. Behind a proxy it must be right, or visitors share one limit.";
    log("warn", "quote.limited", { id, form, over, retryAfterS, held, advice });
    return { visitor: "error", stored: held ? "kept" : "lost", retryAfterS };
  }

  /** Keeps spam for the operator; the visitor sees success. If it cannot be kept, it is sent like any other request. */
  async function quarantine(request: StoredRequest, spam: string): Promise<boolean> {
    const { id, form } = request;
    try {
      await outbox.quarantine(request);
    } catch {
      return false;
    }
    log("warn", "quote.suspected", { id, form, mark: spam, advice: outbox.advice.suspected });
    return true;
  }

  async function storeAndSend(request: StoredRequest): Promise<Verdict> {
    const { id, form } = request;
    let late: Promise<unknown> | undefined;
    const isStored = await outbox.store(request).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error instanceof DiskTimeout) late = error.late;
        trouble.say("error", "outbox.unwritable", {
          id,
          fault: error.code,
          advice: outbox.advice.unwritable,
        });
        return false;
      },
    );
    log("info", "quote.received", { id, form, stored: isStored });
    if (!isStored) return sendNow(request, late);
    trouble.over("outbox.unwritable");
    const channel = deps.channels.find(({ afterMs }) => afterMs === 0);
    if (channel) return settle(await deliver(request, channel, deps), outbox, log);
    const advice =
      deps.channels.length > 0
        ? "FORWARD_URL is not set, so it goes by mail alone, and only after MAIL_AFTER_S. DELIVERY=mail sends at once."
        : "FORWARD_URL is not set, so nothing is sent. The request is in the outbox.";
    log("warn", "quote.kept", { id, form, class: "unconfigured", advice });
    return { visitor: "success", stored: "kept" };
  }

  /**
   * What cannot wait on disk tries one channel after the other, now.
   *
   * @param late settles if the disk ends the write that it did not end in time
   */
  async function sendNow(request: StoredRequest, late: Promise<unknown> | undefined): Promise<Verdict> {
    const { id, form } = request;
    for (const channel of deps.channels) {
      const { rule, visitor, record, facts } = await deliver(request, channel, deps);
      if (rule.stored === "kept") {
        log("warn", "quote.unsent", { ...facts, advice: rule.advice });
        continue;
      }
      // Nobody waits for this disk again. A late write must not be sent a second time.
      const accept = () => outbox.accept(record).catch(() => {});
      void accept();
      void late?.then(accept, () => {});
      log(rule.level, "quote.delivered", { ...facts, advice: rule.advice });
      return { visitor, stored: "removed", ...(rule.remembered === false && { presumed: true }) };
    }
    log("error", "quote.lost", { id, form, advice: "The visitor saw the error and was asked to call." });
    return { visitor: "error", stored: "lost" };
  }
}
