import { randomBytes } from "node:crypto";
import { type HourlyLog, hourlyLog } from "~/config/hourly-log.server";
import { type Channel, type DeliveryDeps, deliver, type Verdict } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { HiddenValues } from "~/quote/hidden-fields";
import { DiskTimeout } from "~/quote/outbox/disk.server";
import type { Outbox } from "~/quote/outbox/folder-outbox.server";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Outcome } from "~/quote/outcome";
import type { FormKind, QuoteValues } from "~/quote/request";
import { makeHold } from "~/quote/submit/hold.server";
import type { RateLimit } from "~/quote/submit/rate-limit.server";
import { spamReason } from "~/quote/submit/spam-check.server";
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
  /** The first is taken while the visitor waits; the others only for what can be neither sent nor stored. */
  channels: readonly Channel[];
  rateLimit: RateLimit;
  /** What is said once an hour; shared, so that the same trouble is not said by two. */
  trouble?: HourlyLog;
  /** Relay what looks like spam, too. */
  relaySuspected: boolean;
};

const ENVELOPE_ID = /^[0-9a-f]{32}$/;

/**
 * Makes the function that a submission goes through: judge → store → relay → outcome. It knows no HTTP.
 *
 * A request that a visitor is told was sent has been accepted, or is on disk. Equal requests are one: while the first
 * is on its way the second waits for its verdict, and for an hour after its acceptance the second is not sent.
 */
export function makeSubmit(deps: SubmitDeps) {
  const { outbox, inFlight, log } = deps;
  const { trouble = hourlyLog(log) } = deps;
  const hold = makeHold(deps);
  /** Makes ids while the outbox cannot give its own key. */
  const spareKey = randomBytes(32);

  return async function submit(submission: Submission): Promise<Outcome | { kind: "sent" }> {
    const { form, values, hidden } = submission;
    const replaces = ENVELOPE_ID.test(hidden.replaces) ? hidden.replaces : undefined;
    const { request, errors } = validate(values);
    if (errors) return { kind: "invalid", values, errors, replaces };

    const key = await outbox.idKey().catch((error: NodeJS.ErrnoException) => {
      const advice =
        "Ids change at each start. Make the outbox writable; if its file `key` is damaged, delete it.";
      trouble.say("error", "outbox.key", { fault: error.code, advice });
      return spareKey;
    });
    const envelope = createStoredRequest(form, request, key, deps.now());
    const { id } = envelope;
    const before = await inFlight.status(id);
    if (before === "accepted") {
      log("info", "quote.repeated", { id, form });
      return { kind: "sent" };
    }
    if (before !== "underWay") {
      const mark = deps.relaySuspected ? undefined : spamReason(hidden);
      const refusal = await deps.rateLimit.count(submission.address);
      if (refusal) {
        const { retryAfterS, over } = refusal;
        const held = !mark && (await hold(envelope, retryAfterS));
        const advice =
          "Many of these: check TRUSTED_PROXIES. Behind a proxy it must be right, or visitors share one limit.";
        log("warn", "quote.limited", { id, form, over, retryAfterS, held, advice });
        if (held && replaces && replaces !== id) void supersede(replaces, id);
        return { kind: "limited", values, retryAfterS, held, replaces: held ? id : replaces };
      }
      if (mark && (await quarantine(envelope, mark))) return { kind: "sent" };
    }
    const verdict = await begin(envelope, replaces);
    if (verdict.visitor === "success") return { kind: "sent" };
    return { kind: "failed", values, replaces: verdict.stored === "kept" ? id : replaces };
  };

  /** Whether it could be put aside; a request that cannot be kept as suspected goes the usual way. */
  async function quarantine(envelope: StoredRequest, mark: string): Promise<boolean> {
    const { id, form } = envelope;
    try {
      await outbox.quarantine(envelope);
    } catch {
      return false;
    }
    log("warn", "quote.suspected", { id, form, mark, advice: outbox.advice.suspected });
    return true;
  }

  function begin(envelope: StoredRequest, replaces: string | undefined): Promise<Verdict> {
    return inFlight.run(envelope.id, async () => {
      const { id, form } = envelope;
      let late: Promise<unknown> | undefined;
      const stored = await outbox.store(envelope).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error instanceof DiskTimeout) late = error.late;
          const advice = outbox.advice.unwritable;
          trouble.say("error", "outbox.unwritable", { id, fault: error.code, advice });
          return false;
        },
      );
      if (stored) trouble.over("outbox.unwritable");
      log("info", "quote.received", { id, form, stored });
      const verdict = await storedOrNot(envelope, stored);
      // It was accepted, and is written all the same when the disk answers again: it must not be sent a second time.
      if (verdict.stored === "removed") late?.then(() => outbox.accept(envelope)).catch(() => {});
      const safe = stored || verdict.stored === "removed";
      if (replaces && replaces !== id && safe) void supersede(replaces, id);
      return verdict;
    });
  }

  /** What is on disk takes the first way and can wait for others; what is not takes one after the other, now. */
  async function storedOrNot(envelope: StoredRequest, stored: boolean): Promise<Verdict> {
    const { id, form } = envelope;
    for (const channel of deps.channels) {
      if (stored && channel.afterMs > 0) continue;
      const verdict = await deliver(envelope, channel, stored, deps);
      if (stored || verdict.stored === "removed") return verdict;
    }
    if (stored) {
      const advice =
        deps.channels.length > 0
          ? "FORWARD_URL is not set, so it goes by mail alone, and only after MAIL_AFTER_S. DELIVERY=mail sends at once."
          : "FORWARD_URL is not set, so nothing is sent. The request lies in the outbox.";
      log("warn", "quote.kept", { id, form, class: "unconfigured", advice });
      return { visitor: "success", stored: "kept" };
    }
    log("error", "quote.lost", { id, form, advice: "The visitor saw the error and was asked to call." });
    return { visitor: "error", stored: "lost" };
  }

  /** A resubmission takes the place of the request that it followed; one that is just being sent, afterwards. */
  async function supersede(id: string, by: string): Promise<void> {
    await inFlight.settled(id);
    try {
      if (!(await outbox.read(id))) return;
      await outbox.remove(id);
      log("info", "quote.superseded", { id, by });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const advice = "An earlier version of a request could not be removed, and may be sent too.";
      log("warn", "outbox.unwritable", { id, fault: code, advice });
    }
  }
}
