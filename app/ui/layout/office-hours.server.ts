import { OFFICE } from "~/site/business";

/**
 * Keeps each `OpenNow` true, by Michigan time. The server cannot: its pages are cached. A browser's first use of another
 * time zone takes about 18 ms, so the script waits until a line is near the screen. It is serialized into the page and
 * must use nothing from outside itself.
 */
function keepOpenNow(opens: number, closes: number): void {
  const show = () => {
    const clock = { timeZone: "America/Detroit", weekday: "short", hour: "numeric", hour12: false } as const;
    const [day = "", hour = ""] = new Date().toLocaleString("en-US", clock).split(/\W+/);
    const open = !/^S/.test(day) && Number(hour) >= opens && Number(hour) < closes;
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

export const KEEP_OPEN_NOW = `(${keepOpenNow})(${OFFICE.opens},${OFFICE.closes})`;
