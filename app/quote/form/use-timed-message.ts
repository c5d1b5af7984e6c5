import { type RefObject, useEffect, useRef } from "react";

/** How long a success or error message shows, in milliseconds. */
export const MESSAGE_MS = 5000;

/**
 * Calls `onEnd` once the message has been shown for 5 s. The timer pauses while the tab is hidden or the pointer is over
 * the message.
 *
 * @param occasion what the message is about: a new one restarts the timer, nothing means no message
 */
export function useTimedMessage(message: RefObject<HTMLElement>, occasion: unknown, onEnd: () => void) {
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const element = message.current;
    if (!occasion || !element) return;
    let left = MESSAGE_MS;
    let since = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (event?: Event) => {
      const over = event?.type === "pointerenter" || element.matches(":hover");
      const run = !document.hidden && !over;
      if (run && timer === undefined) {
        since = performance.now();
        timer = setTimeout(() => end.current(), left);
      } else if (!run && timer !== undefined) {
        clearTimeout(timer);
        timer = undefined;
        left -= performance.now() - since;
      }
    };
    element.addEventListener("pointerenter", update);
    element.addEventListener("pointerleave", update);
    document.addEventListener("visibilitychange", update);
    update();
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointerenter", update);
      element.removeEventListener("pointerleave", update);
      document.removeEventListener("visibilitychange", update);
    };
  }, [message, occasion]);
}
