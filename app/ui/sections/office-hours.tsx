import { useEffect } from "react";

/**
 * Whether it is office hours now, once a script has looked at Michigan's clock; until then, and without one, nothing: in
 * the page there is no text, for a text browser would show it. Holidays are not known, so it says nothing of anybody
 * being there.
 */
export function OpenNow() {
  useEffect(() => {
    dispatchEvent(new Event("open-now"));
  }, []);
  return (
    <p
      className="open-now"
      data-during="Office hours now, Michigan time"
      data-outside="Outside office hours now, Michigan time"
      // The script's words may stand there already when React comes.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
