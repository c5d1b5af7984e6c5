import { useEffect, useRef } from "react";
import { OFFICE } from "~/site/business";
import { showOpenNow } from "~/ui/show-open-now";

/** Runs as the page is read. */
const SHOW = `(${showOpenNow})(document.currentScript.previousElementSibling,${OFFICE.opens},${OFFICE.closes})`;

/** Whether it is office hours now. Holidays are not known, so it says nothing of anybody being there. */
export function OpenNow() {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (line.current) showOpenNow(line.current, OFFICE.opens, OFFICE.closes);
  }, []);
  return (
    <>
      <p className="open-now" ref={line}>
        <span className="during" hidden>
          Office hours now, Michigan time
        </span>
        <span hidden>Outside office hours now, Michigan time</span>
      </p>
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SHOW }} />
    </>
  );
}
