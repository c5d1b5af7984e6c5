import { OFFICE } from "~/site/business";

/**
 * Keeps every line about the office hours true: of its two texts it says the one for office hours or the one for all
 * other times. By Michigan's clock, wherever the visitor is. The server cannot say it, for its pages are kept and served
 * later. A browser's first look at a clock of another place takes it some 18 ms, so it looks once a line comes near the
 * screen. It stands in the page as text and runs in the browser: it must use nothing from outside itself.
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
  // A line that React shows later asks for it.
  addEventListener("open-now", watch);
}

export const KEEP_OPEN_NOW = `(${keepOpenNow})(${OFFICE.opens},${OFFICE.closes})`;
