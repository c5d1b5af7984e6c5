/**
 * Shows which of two texts is true now: the one for office hours, or the one for all other times. By Michigan's clock,
 * wherever the visitor is. The server cannot say it, for its pages are kept and served later. It stands in the page as
 * text, right behind its two texts: it must use nothing from outside itself.
 *
 * @param line holds the two texts, both hidden
 */
export function showOpenNow(line: HTMLElement, opens: number, closes: number): void {
  const [during, outside] = line.children as HTMLCollectionOf<HTMLElement>;
  if (!during || !outside || line.dataset.shown) return;
  line.dataset.shown = "yes";
  const show = () => {
    const clock = { timeZone: "America/Detroit", weekday: "short", hour: "numeric", hour12: false } as const;
    const [day = "", hour = ""] = new Date().toLocaleString("en-US", clock).split(/\W+/);
    const open = !/^S/.test(day) && Number(hour) >= opens && Number(hour) < closes;
    during.hidden = !open;
    outside.hidden = open;
  };
  show();
  setInterval(show, 20_000);
}
