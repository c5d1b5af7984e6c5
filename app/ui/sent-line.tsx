import { useSearchParams } from "@remix-run/react";
import { useBehindModal } from "~/ui/page";

/** The quiet line that stays after the thank-you message went: a request was sent from here (`?sent=earlier`). */
export function SentLine() {
  const [search] = useSearchParams();
  const behind = useBehindModal();
  if (search.get("sent") !== "earlier") return null;
  return (
    <p className="sent-line" role="status" {...behind}>
      Your quote request was sent. We'll get back to you as soon as we can.
    </p>
  );
}
