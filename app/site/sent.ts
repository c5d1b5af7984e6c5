import { useLocation } from "@remix-run/react";
import { useSiteFacts } from "~/site/business";

/** The mark of the last accepted request that React sent from this tab. */
let ownMark: string | null = null;

/** Notes that a request of this tab was accepted. @returns its mark, from the URL that the server redirects to */
export function noteSent(url: string): string | null {
  ownMark = new URLSearchParams(url.split("?")[1]).get("mark");
  return ownMark;
}

/**
 * What the URL says about a request: "1" (show the success message), "earlier" (show the quiet line) or nothing. It
 * counts only if the server verified its mark or this tab sent the request.
 */
export function sentIn(search: string, verified: string | undefined): { sent: string | null; mark: string } {
  const query = new URLSearchParams(search);
  const mark = query.get("mark") ?? "";
  return { sent: mark && (mark === ownMark || mark === verified) ? query.get("sent") : null, mark };
}

export const useSent = () => sentIn(useLocation().search, useSiteFacts()?.sentMark);
