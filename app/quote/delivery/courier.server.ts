import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import { type DeliveryClass, ruleOf } from "~/quote/delivery/delivery-classes.server";
import { isDue, isSpentEverywhere, missing, placeOf } from "~/quote/delivery/fate.server";
import { type CourierDeps, makeHands, type Noted } from "~/quote/delivery/hands.server";
import { makeReceive, toldOf } from "~/quote/delivery/receive.server";
import type { Channel } from "~/quote/lifecycle/channel.server";
import {
  acceptedBy,
  type ChannelName,
  parseStoredRequest,
  type StoredRequest,
  startOver,
} from "~/quote/lifecycle/stored-quote.server";
import type { Entry, Index } from "~/quote/outbox/outbox.server";

const POLL_MS = 30_000;
const SWEEP_MS = 60 * 60 * 1000;
/** The longest time between two requests (milliseconds). A short first wait shortens it. */
const SPACING_MS = 2_000;
/** Each accepted request shortens it by this, down to a sixteenth. */
const FASTER = 0.93;
const FASTEST = 1 / 16;
/** After this many refused requests in a row the cause is the service, not the requests. */
const REFUSED_IN_A_ROW = 5;

const RESTORED =
  "This request waited again, as after a restored backup, but it was accepted before: it is in sent/, and is not sent twice. To send it once more: npm run outbox again ID.";

/** Milliseconds between two polls, and so the rest of a channel after a failure. A short first wait shortens it. */
export const pollMsOf = (waitsS: readonly number[]): number =>
  Math.min(POLL_MS, ((waitsS[0] ?? 0) * 1000) / 4);

/**
 * Carries requests to the owner: `receive` a visitor's, at once; `poll` and `run` all that wait. A request is in one pair of hands
 * at a time, and is read while it is. No timer keeps the process alive.
 */
export function makeCourier(deps: CourierDeps) {
  const { outbox, channels, leaderLock, waitsS, firstAttemptMs, log, hourly, now } = deps;
  const hands = makeHands(deps);
  const pollMs = pollMsOf(waitsS);
  const spacingMs = Math.min(SPACING_MS, ((waitsS[0] ?? 0) * 1000) / 10);
  /** As of the last poll, oldest first. */
  let entries: readonly Entry[] = [];
  const busy = new Map<Channel, Promise<void>>();
  let stopped = false;

  /** Looks once at all that waits, `seen`, and starts each channel that is not busy. `over` resolves when they are done. */
  async function poll(): Promise<{ seen?: Index; over: Promise<unknown> }> {
    if (!(await leaderLock.acquire())) return { over: Promise.resolve() };
    const index = await outbox.index();
    const known = index.entries.map((entry) => hands.recall(entry));
    const places = new Map(known.map((entry) => [entry, placeOf(entry, channels, now())]));
    const seen = { ...index, entries: known.filter((entry) => places.get(entry) !== "sent") };
    entries = known.filter((entry) => places.get(entry) === "new");
    for (const [{ id }, place] of places)
      if ((place !== "new" || hands.isUnwritten(id)) && !hands.inHand(id))
        await hands.take(id, () => putInPlace(id)).over;
    for (const channel of channels) {
      if (busy.has(channel)) continue;
      const over = drain(channel)
        .catch(onError)
        .finally(() => busy.delete(channel));
      busy.set(channel, over);
    }
    return { seen, over: Promise.all(busy.values()) };
  }

  const canSend = (request: Omit<Entry, "seenAt">, channel: Channel) =>
    placeOf(request, channels, now()) === "new" && isDue(request, channel, now(), { firstAttemptMs, waitsS });

  /** A request to send, if this process still may. Read in hand: until then another channel may have accepted it. */
  async function readDue(id: string, channel: Channel): Promise<Noted | undefined> {
    const read = async () => {
      const found = await hands.read(id);
      if (!found) return undefined;
      // If it is marked as sent, the operator brought it back.
      const request = found.sent ? startOver(found) : found;
      return canSend(request, channel) ? { found, request } : undefined;
    };
    // Once before: in PostgreSQL a claim that leads to no attempt makes the request's visitor wait.
    if (!(await read()) || !(await outbox.claim(id))) return undefined;
    const due = await read();
    if (!due || (await dropRestored(due.found))) return undefined;
    // Another process may have taken the lock while this one was frozen.
    if (!(await leaderLock.acquire())) return undefined;
    return { request: due.request, isStored: true, sentBefore: due.found.sent?.at };
  }

  /**
   * Whether a request came back with a restored backup: then it is dropped. What `again` brings back is marked with its
   * earlier acceptance, and was sent once more if `sent/` has a later one.
   */
  async function dropRestored({ id, form, sent, receivedAt }: StoredRequest): Promise<boolean> {
    const copy = parseStoredRequest((await outbox.text("sent", id).catch(() => "")) ?? "");
    const isSent = copy?.receivedAt === receivedAt && (!sent || (copy.sent && copy.sent.at !== sent.at));
    if (!isSent) return false;
    await outbox.remove(id).catch(() => {});
    log("warn", "quote.restored", { id, form, advice: RESTORED });
    return true;
  }

  /** Sends by one channel what is due, oldest first, one at a time with pauses, until the service is failing. */
  async function drain(channel: Channel): Promise<void> {
    let list: readonly Entry[] = [];
    let next = 0;
    let accepted = 0;
    let refused = 0;
    while (!stopped && refused < REFUSED_IN_A_ROW) {
      // An older one may have come back since.
      if (list !== entries) [list, next] = [entries, 0];
      const entry = list[next++];
      if (!entry) return;
      const { id } = entry;
      if (hands.inHand(id) || !canSend(hands.recall(entry), channel)) continue;
      let tried: StoredRequest["tries"][ChannelName];
      await hands.take(id, async (respond) => {
        const noted = await readDue(id, channel);
        if (!noted) return;
        await hands.attempt(noted, channel);
        respond(toldOf(noted.request));
        tried = noted.request.tries[channel.name];
      }).over;
      if (!tried) continue;
      if (!tried.accepted && !ruleOf(tried.class as DeliveryClass).ofRequest) return;
      if (tried.accepted) accepted++;
      refused = tried.accepted ? 0 : refused + 1;
      await sleep(spacingMs * Math.max(FASTEST, FASTER ** accepted), undefined, { ref: false });
    }
  }

  /** Moves a request that no channel tries anymore, and writes what could not be written before. */
  async function putInPlace(id: string): Promise<void> {
    const request = await hands.read(id);
    const place = request && placeOf(request, channels, now());
    if (!place || (place === "new" && !hands.isUnwritten(id))) return;
    if ((await hands.put(request, place)) === "put" && place !== "new") reportEnd(request);
  }

  function reportEnd(request: StoredRequest): void {
    const { id, form } = request;
    const open = missing(request, channels);
    if (acceptedBy(request).length === 0) {
      const why = isSpentEverywhere(request, channels)
        ? "Each attempt ended in a redirect, which may have meant success, so it is not sent again. Check your mailbox. If it is not there, read it"
        : "Not accepted in 14 days, so it is not tried anymore. Read it";
      const advice = `${why} (npm run outbox show ID) and call the visitor; \`npm run outbox again ID\` sends it once more.`;
      log("error", "quote.dead", { id, form, advice });
    } else if (open.length > 0) {
      const advice =
        "This request reached you by one channel only: the other never accepted it and is not tried anymore. The last quote.kept line says why.";
      log("error", "quote.halved", { id, form, missing: open, advice });
    }
  }

  function onError({ code, name }: NodeJS.ErrnoException): void {
    const { unreadable, unwritable } = outbox.advice;
    if (!code) log("error", "site.fault", { code: name });
    // A disk that hangs can be neither read nor written: logged once.
    else if (code === "ETIMEDOUT") hourly.log("error", "outbox.unwritable", { code, advice: unwritable });
    else hourly.log("error", "outbox.unreadable", { code, advice: unreadable });
  }

  /** Polls until it is stopped. `watch` gets what each poll has seen: nothing where another process leads. */
  async function run(watch = (_?: Index) => {}): Promise<void> {
    let sweptAt = Number.NEGATIVE_INFINITY;
    while (!stopped) {
      await poll().then(({ seen }) => {
        if (seen) hourly.clear("outbox.unreadable");
        watch(seen);
      }, onError);
      // No visitor may come for days, and the owner should know that it is over.
      if (hourly.isOpen("outbox.unwritable") && !(await outbox.probe().catch(errorCode)))
        hourly.clear("outbox.unwritable");
      if (performance.now() - sweptAt > SWEEP_MS) {
        sweptAt = performance.now();
        await outbox.sweep().catch(() => {}); // The log has this error already.
      }
      await sleep(pollMs, undefined, { ref: false });
    }
  }

  return {
    receive: makeReceive(deps, hands),
    poll,
    run,
    /** Waits for the attempts under way; only then may another process redeliver. */
    stop: async () => {
      stopped = true;
      await Promise.all(busy.values());
      await leaderLock.release();
    },
  };
}

export type Courier = ReturnType<typeof makeCourier>;
