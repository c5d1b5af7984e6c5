import { HOURS, type OfficeHours } from "~/site/hours.server";

/**
 * Keeps each `OpenNow` true, by Michigan time. The server cannot: its pages are cached. A browser's first use of another
 * time zone takes about 18 ms, so the script waits until a line is near the screen. It is serialized into the page and
 * must use nothing from outside itself.
 */
function keepOpenNow(hours: Partial<Record<string, readonly [opens: string, closes: string]>>): void {
  const show = () => {
    const clock = {
      timeZone: "America/Detroit",
      weekday: "long",
      hour: "2-digit",
      minute: "2-digit",
    } as const;
    // "Monday 08:05", with more in between in some browsers.
    const there = new Date().toLocaleString("en-US", { ...clock, hourCycle: "h23" });
    const today = hours[there.split(/\W/, 1)[0] ?? ""];
    const time = there.slice(-5);
    const open = today !== undefined && time >= today[0] && time < today[1];
    for (const line of document.querySelectorAll<HTMLElement>(".open-now")) {
      const { during = "", outside = "" } = line.dataset;
      line.textContent = open ? during : outside;
      line.classList.toggle("is-open", open);
    }
  };
  let runs = false;
  const near = new IntersectionObserver(
    (lines) => {
      if (!lines.some((line) => line.isIntersecting)) return;
      show();
      if (!runs) setInterval(show, 20_000);
      runs = true;
    },
    { rootMargin: "50% 0%" },
  );
  const watch = () => {
    for (const line of document.querySelectorAll(".open-now")) near.observe(line);
  };
  watch();
  // For a line that React renders later.
  addEventListener("open-now", watch);
}

/** The script as text, for a page whose office has these hours. */
export const openNowScript = (hours: OfficeHours) => `(${keepOpenNow})(${JSON.stringify(hours)})`;

export const KEEP_OPEN_NOW = openNowScript(HOURS);
