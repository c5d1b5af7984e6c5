import { OFFICE } from "~/site/business";

/**
 * Keeps every line about the office hours true: of its two texts it shows the one for office hours or the one for all
 * other times. By Michigan's clock, wherever the visitor is. The server cannot say it, for its pages are kept and served
 * later. It stands in the page as text and runs in the browser: it must use nothing from outside itself.
 */
function keepOpenNow(opens: number, closes: number): void {
  const show = () => {
    const clock = { timeZone: "America/Detroit", weekday: "short", hour: "numeric", hour12: false } as const;
    const [day = "", hour = ""] = new Date().toLocaleString("en-US", clock).split(/\W+/);
    const open = !/^S/.test(day) && Number(hour) >= opens && Number(hour) < closes;
    for (const line of document.querySelectorAll(".open-now")) {
      const [during, outside] = line.children as HTMLCollectionOf<HTMLElement>;
      if (during) during.hidden = !open;
      if (outside) outside.hidden = open;
    }
  };
  show();
  setInterval(show, 20_000);
  // A line that React shows later asks for it.
  addEventListener("open-now", show);
}

export const KEEP_OPEN_NOW = `(${keepOpenNow})(${OFFICE.opens},${OFFICE.closes})`;
