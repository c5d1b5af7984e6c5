import { useLocation } from "@remix-run/react";
import { forgetDraft } from "~/quote/form/draft";
import { useSiteFacts } from "~/site/business";

/** The mark of the last accepted request that React sent from this tab. */
let ownMark: string | null = null;

/** Notes that a request was accepted. @param url where the server redirects to, with the mark */
export function noteSent(url: string): void {
  ownMark = new URLSearchParams(url.split("?")[1]).get("mark");
  forgetDraft(ownMark);
}

/**
 * What the URL says about a request: "1" (show the success message), "earlier" (show the quiet line) or nothing. It
 * counts only if the server verified its mark or this tab sent the request.
 */
export function useSent(): { sent: string | null; mark: string } {
  const search = new URLSearchParams(useLocation().search);
  const verified = useSiteFacts()?.sentMark;
  const mark = search.get("mark") ?? "";
  return { sent: mark && (mark === ownMark || mark === verified) ? search.get("sent") : null, mark };
}
