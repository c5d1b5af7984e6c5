import type { Job } from "bullmq";
import type { Channel } from "~/quote/delivery/deliver.server";
import { dueInMs } from "~/quote/delivery/due.server";
import { retryPolicy } from "~/quote/delivery/retry-policy.server";
import { asStoredRequest, type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";
import { readStates } from "~/quote/valkey/job-states.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { type makeRequestMarks, SENT_AGAIN } from "~/quote/valkey/request-marks.server";

export type QueueSettings = {
  /** The first sets when a request is due; the second sends a request whose first attempt failed. */
  channels: readonly Pick<Channel, "name" | "afterMs">[];
  /** How long only the process that took a request may send it, in milliseconds. */
  firstAttemptMs: number;
  waitsS: readonly number[];
};

/** Requests as jobs. These calls have no deadline: `makeQueueOutbox` sets it. */
export function makeJobs(
  queues: Queues,
  { channels, firstAttemptMs, waitsS }: QueueSettings,
  marks: ReturnType<typeof makeRequestMarks>,
) {
  const { requests, later, suspect } = queues;
  const { longestMs } = retryPolicy(waitsS);
  const [first = { name: "forward" as const, afterMs: 0 }, second] = channels;
  const delayOf = (request: StoredRequest, channel: typeof first) =>
    dueInMs(request, channel, new Date(), { firstAttemptMs, longestMs });

  const addAs = (name: string, request: StoredRequest, delayMs: number) =>
    requests.add(name, request, { jobId: request.id, delay: delayMs });

  /** Queues a request for the second channel. One that is queued already stays as it is. */
  async function remindLater(request: StoredRequest): Promise<void> {
    if (second) await later.add("later", {}, { jobId: request.id, delay: delayOf(request, second) });
  }

  /** BullMQ throws if it cannot parse a job. */
  const readJob = (id: string): Promise<Job | "damaged" | undefined> =>
    requests.getJob(id).catch((error) => {
      if (error instanceof SyntaxError) return "damaged";
      throw error;
    });

  /** Throws `EBUSY` while a worker holds the job. */
  async function removeJob(id: string): Promise<void> {
    if (!(await requests.remove(id))) throw Object.assign(new Error(`${id} is locked`), { code: "EBUSY" });
  }

  async function put(given: StoredRequest): Promise<void> {
    const { sent } = given;
    const request = sent ? startOver(given) : given;
    const { id } = request;
    const delayMs = delayOf(request, first);
    const [job] = await Promise.all([readJob(id), marks.markWaiting(id)]);
    const state = job === "damaged" ? "failed" : await job?.getState();
    if (!job || job === "damaged" || state === "failed") {
      // A visitor may send again what was given up: it starts afresh.
      if (job) await removeJob(id);
      await addAs(sent ? SENT_AGAIN : "request", request, delayMs);
    } else {
      await job.updateData(request);
      if (state === "delayed") await job.changeDelay(delayMs);
    }
    await marks.markReceived(id, sent ? Date.now() : Date.parse(request.receivedAt));
    if (Object.keys(request.tries).length > 0) await remindLater(request);
  }

  /** A waiting request as it is now; undefined if there is none, or if it was given up. */
  async function find(id: string): Promise<{ job: Job; request: StoredRequest } | undefined> {
    const job = await readJob(id);
    if (!job || job === "damaged" || (await job.isFailed())) return undefined;
    const request = asStoredRequest(job.data);
    return request && { job, request };
  }

  /** Puts back what Valkey forgot; what it still has is newer. Returns false if another process was faster. */
  async function restore(copy: StoredRequest, kind: "new" | "suspect"): Promise<boolean> {
    const { id } = copy;
    const [state] = await readStates(queues, [id]);
    const job = await readJob(id);
    const queue = kind === "new" ? requests : suspect;
    if (state !== "gone" || !(await queue.remove(id))) return false;
    const request = (job !== "damaged" && asStoredRequest(job?.data)) || copy;
    if (kind === "suspect") await suspect.add("suspect", request, { jobId: id });
    else await addAs("request", request, delayOf(request, first));
    await marks.markReceived(id, Date.parse(request.receivedAt));
    if (kind === "new" && Object.keys(request.tries).length > 0) await remindLater(request);
    return true;
  }

  return { put, restore, find, remindLater, removeJob };
}
