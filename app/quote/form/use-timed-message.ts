import { type RefObject, useEffect, useRef } from "react";

/** Specification, "Business constants": how long a success or error message shows, in milliseconds. */
export const MESSAGE_MS = 5000;

/**
 * Calls `onEnd` once the message has been shown for 5,000 ms. The time stands still while the tab is hidden or the
 * pointer rests on the message, so that nobody loses it unread.
 *
 * @param occasion what the message tells of: nothing shows no message, another one starts the time afresh
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
    const pause = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      left -= performance.now() - since;
    };
    const run = () => {
      if (timer !== undefined || document.hidden || element.matches(":hover")) return;
      since = performance.now();
      timer = setTimeout(() => end.current(), left);
    };
    const turn = () => (document.hidden ? pause() : run());
    element.addEventListener("pointerenter", pause);
    element.addEventListener("pointerleave", run);
    document.addEventListener("visibilitychange", turn);
    run();
    return () => {
      pause();
      element.removeEventListener("pointerenter", pause);
      element.removeEventListener("pointerleave", run);
      document.removeEventListener("visibilitychange", turn);
    };
  }, [message, occasion]);
}
