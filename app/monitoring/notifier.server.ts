import { errorCode } from "~/log/error-code";
import type { Condition } from "~/monitoring/conditions/condition.server";
import type { Announced } from "~/monitoring/health-file.server";
import { type Arrival, arrivalMessage, dueMessages, type Message } from "~/monitoring/messages.server";
import type { Observed } from "~/monitoring/observed.server";

/** At most one message of arrivals in this time (milliseconds); what comes meanwhile is in the next. */
const SPACING_MS = 60_000;
/** More arrivals are only counted by the weekly email. */
const MOST_PENDING = 1_000;

export type Notifier = ReturnType<typeof makeNotifier>;

/**
 * Makes the sender of messages: one at a time, in the background. It never throws; a message at which `send` throws is sent again at
 * the next look. No timer keeps the process alive.
 */
export function makeNotifier(
  send: (message: Message) => Promise<void>,
  { failing }: Pick<Observed, "failing">,
  now = () => new Date(),
) {
  let pending: Arrival[] = [];
  let timer: NodeJS.Timeout | undefined;
  let sentMs = Number.NEGATIVE_INFINITY;
  let isEnding = false;
  let queue: Promise<unknown> = Promise.resolve();

  async function take(message: Message): Promise<boolean> {
    const code = await send(message).then(() => undefined, errorCode);
    failing.notify = code ? { since: failing.notify?.since ?? now().toISOString(), code } : undefined;
    return !code;
  }

  async function sendArrivals(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const arrivals = pending.splice(0);
    if (arrivals.length === 0) return;
    sentMs = performance.now();
    if (!(await take(arrivalMessage(arrivals)))) pending = [...arrivals, ...pending].slice(0, MOST_PENDING);
  }

  const enqueue = <T>(step: () => Promise<T>): Promise<T> => {
    const done = queue.then(step);
    queue = done.catch(() => {});
    return done;
  };

  const sendSoon = (): void => void enqueue(sendArrivals);

  return {
    /** Tells that a request arrived. */
    arrived(arrival: Arrival): void {
      if (pending.length < MOST_PENDING) pending.push(arrival);
      if (isEnding) sendSoon();
      else timer ??= setTimeout(sendSoon, Math.max(0, sentMs + SPACING_MS - performance.now())).unref();
    },

    /** Sends the messages that are due. Returns what has been announced by then. */
    announce: (
      conditions: readonly Condition[],
      before: Announced,
      speaksOf?: (id: string) => boolean,
    ): Promise<Announced> =>
      enqueue(async () => {
        if (!timer) await sendArrivals();
        const { due, announced } = dueMessages(conditions, before, now(), speaksOf);
        for (const { key, message, entry } of due) {
          if (!(await take(message))) break; // The next look says the rest.
          if (entry) announced[key] = entry;
          else delete announced[key];
        }
        return announced;
      }),

    /** Sends the messages in the queue before the process ends, and those that still come without a pause. */
    flush(): void {
      isEnding = true;
      sendSoon();
    },
  };
}
