import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import type { Log } from "~/log/log.server";
import { makeThrottledLog } from "~/log/throttled-log.server";
import type { Message } from "~/monitoring/messages.server";
import type { Send } from "~/monitoring/send.server";

/**
 * At most one message of a kind in this time (milliseconds); the next one counts the rest. Only the end of a problem that
 * was just reported does not wait.
 */
const SPACING_MS = 60_000;
/** The waits before each attempt to send one message. */
const RETRY_MS = [0, 1_000, 10_000, 60_000];

/** What is known of one kind: the message sent last, the one that waits, how many others it stands for, and what ends the pause before it. */
type State = { last: Message; next?: Message; more: number; pause: AbortController };

/**
 * Makes `notify`, which sends messages in the background: it never throws and nobody waits for it. It holds one message of
 * each kind at most. What cannot be sent is logged. No timer keeps the process alive. `flush` sends what still waits; call
 * it before the process ends.
 */
export function makeNotifier(send: Send, log: Log, { spacingMs = SPACING_MS, retryMs = RETRY_MS } = {}) {
  const throttledLog = makeThrottledLog(log);
  const kinds = new Map<string, State>();
  let isEnding = false;

  async function sendNow(message: Message, more: number): Promise<void> {
    const id = randomUUID();
    let code = "";
    for (const waitMs of retryMs) {
      await sleep(waitMs, undefined, { ref: false });
      code = await send(message, more, id).then(() => "", errorCode);
      if (!code) return throttledLog.clear("notify.failed");
    }
    const advice = "The owner was not notified: NOTIFY_URL did not accept the message. Check it.";
    throttledLog.log("warn", "notify.failed", { code, kind: message.kind, advice });
  }

  async function sendKind(kind: string, message: Message, more = 0): Promise<void> {
    const state: State = { last: message, more: 0, pause: new AbortController() };
    if (isEnding) state.pause.abort();
    kinds.set(kind, state);
    await sendNow(message, more);
    await sleep(spacingMs, undefined, { ref: false, signal: state.pause.signal }).catch(() => {});
    if (state.next) void sendKind(kind, state.next, state.more);
    else kinds.delete(kind);
  }

  function notify(message: Message | undefined): void {
    if (!message) return;
    const state = kinds.get(message.kind);
    if (!state) return void sendKind(message.kind, message);
    if (state.next) state.more++;
    state.next = message;
    if (message.type === "trouble.over" && state.last.type === "trouble") state.pause.abort();
  }

  function flush(): void {
    isEnding = true;
    for (const { pause } of kinds.values()) pause.abort();
  }

  return { notify, flush };
}
