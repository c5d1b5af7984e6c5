import { useLocation } from "@remix-run/react";
import { forgetDraft } from "~/quote/form/draft";
import { useSiteFacts } from "~/site/business";

/** The mark of the last request that this tab sent by React and that was accepted. */
let own: string | null = null;

/** Notes that this tab's request was accepted. @param address where that leads, with its mark */
export function noteSent(address: string): void {
  own = new URLSearchParams(address.split("?")[1]).get("mark");
  forgetDraft(own);
}

/**
 * What the address tells of a request: "1" (thank for it), "earlier" (the quiet line) or nothing. An address is believed
 * if the server has checked its mark, or if this tab's own request led to it.
 */
export function useSent(): { sent: string | null; mark: string } {
  const search = new URLSearchParams(useLocation().search);
  const genuine = useSiteFacts()?.sentMark;
  const mark = search.get("mark") ?? "";
  return { sent: mark && (mark === own || mark === genuine) ? search.get("sent") : null, mark };
}
