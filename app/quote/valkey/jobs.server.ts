import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "bullmq";
import type { OutboxCounts } from "~/quote/outbox/folder-outbox.server";
import { asStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import { makeJobDelay, type QueueChannel } from "~/quote/valkey/job-delay.server";
import { readStates } from "~/quote/valkey/job-states.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { makeRequestMarks, SENT_AGAIN, WAITING } from "~/quote/valkey/request-marks.server";

/** A job that a worker is just looking at cannot be removed; it is let go of within moments. */
const TRIES = 10;
const BETWEEN_MS = 100;

export type QueueSettings = {
  /** The first sets when a request is due; a second is told of a request whose first attempt failed. */
  channels: readonly QueueChannel[];
  /** How long the process that took a request has it for itself. */
  firstAttemptMs: number;
  waitsS: readonly number[];
  /** How long what was accepted is kept; 0 keeps nothing. */
  keepSentDays: number;
};

/** The requests as jobs. These calls do not wait with patience for Valkey: see `makeQueueOutbox`. */
export function makeJobs(valkey: Valkey, queues: Queues, settings: QueueSettings) {
  const { requests, later, suspect } = queues;
  const { channels, firstAttemptMs, waitsS, keepSentDays } = settings;
  const delay = makeJobDelay(channels, firstAttemptMs, waitsS);
  const marks = makeRequestMarks(queues, keepSentDays);

  /** Puts a request up for the second way; one that is put up already stays as it is. */
  async function remindLater(request: StoredRequest): Promise<void> {
    if (channels.length < 2) return;
    await later.add("later", {}, { jobId: request.id, delay: delay.toSecond(request) });
  }

  /** BullMQ parses what it reads. */
  async function look(id: string): Promise<{ job?: Job; isDamaged?: boolean }> {
    try {
      return { job: await requests.getJob(id) };
    } catch (error) {
      if (error instanceof SyntaxError) return { isDamaged: true };
      throw error;
    }
  }

  /** What was sent and is put back starts afresh. */
  async function put({ sent, ...given }: StoredRequest): Promise<void> {
    const { waitingSince: _, heldUntil: __, ...rest } = given;
    const request: StoredRequest = sent ? { ...rest, tries: {} } : given;
    const { id, tries } = request;
    const delayMs = delay.toFirst(request);
    const [{ job, isDamaged }] = await Promise.all([look(id), marks.waits(valkey.client, id)]);
    const state = await job?.getState();
    // A visitor may send again what was given up: it starts afresh.
    const isOver = isDamaged || state === "failed";
    if (isOver) await takeOrFail(id);
    if (!job || isOver) await addAs(sent ? SENT_AGAIN : "request", request, delayMs);
    else {
      await job.updateData(request);
      if (state === "delayed") await job.changeDelay(delayMs);
    }
    await marks.came(valkey.client, id, sent ? Date.now() : Date.parse(request.receivedAt));
    if (Object.keys(tries).length > 0) await remindLater(request);
  }

  const addAs = (name: string, request: StoredRequest, delayMs: number) =>
    requests.add(name, request, { jobId: request.id, delay: delayMs });

  const busy = (id: string) => Object.assign(new Error(`${id} is being looked at`), { code: "EBUSY" });

  async function take(id: string): Promise<void> {
    for (let tries = 1; !(await valkey.ask(() => requests.remove(id))); tries++) {
      if (tries === TRIES) throw busy(id);
      await sleep(BETWEEN_MS);
    }
  }

  async function takeOrFail(id: string): Promise<void> {
    if (!(await requests.remove(id))) throw busy(id);
  }

  /** A request that waits, as it is now; undefined where there is none, or where it was given up. */
  async function find(id: string): Promise<{ job: Job; request: StoredRequest } | undefined> {
    const { job } = await look(id);
    if (!job || (await job.isFailed())) return undefined;
    const request = asStoredRequest(job.data);
    return request && { job, request };
  }

  /**
   * Puts back what Valkey forgot, or a part of it, unless somebody was faster. What is left of it there is newer.
   *
   * @returns whether it did
   */
  async function restore(copy: StoredRequest, kind: "new" | "suspect"): Promise<boolean> {
    const { id } = copy;
    const [state] = await readStates(valkey.client, queues, [id]);
    const queue = kind === "new" ? requests : suspect;
    const left = asStoredRequest((await look(id)).job?.data);
    // Somebody works on it.
    if (state !== "gone" || !(await queue.remove(id))) return false;
    const request = left ?? copy;
    if (kind === "suspect") await suspect.add("suspect", request, { jobId: id });
    else await addAs("request", request, delay.toFirst(request));
    await marks.came(valkey.client, id, Date.parse(request.receivedAt));
    if (kind === "new" && Object.keys(request.tries).length > 0) await remindLater(request);
    return true;
  }

  /** Counted without reading any: all of them together may be larger than this process. */
  async function count(): Promise<OutboxCounts> {
    const { failed: dead = 0, ...waiting } = await requests.getJobCounts(...WAITING, "failed");
    return {
      waiting: Object.values(waiting).reduce((sum, number) => sum + number, 0),
      oldest: await marks.oldest(valkey.client),
      dead,
      suspect: await suspect.getWaitingCount(),
    };
  }

  return { marks, put, restore, take, takeOrFail, find, remindLater, count };
}
