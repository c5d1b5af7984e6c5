import { useEffect } from "react";

/** Whether it is office hours now. Holidays are not known, so it says nothing of anybody being there. */
export function OpenNow() {
  useEffect(() => {
    dispatchEvent(new Event("open-now"));
  }, []);
  return (
    <p className="open-now">
      <span className="during" hidden>
        Office hours now, Michigan time
      </span>
      <span hidden>Outside office hours now, Michigan time</span>
    </p>
  );
}
