import { useLocation } from "@remix-run/react";
import { useRootData } from "~/root-data";

/** The mark of the last accepted request that React sent from this tab. */
let ownToken: string | null = null;

/** Notes that a request of this tab was accepted. @returns its mark, from the URL that the server redirects to */
export function rememberReceipt(url: string): string | null {
  ownToken = new URLSearchParams(url.split("?")[1]).get("mark");
  return ownToken;
}

/**
 * What the URL says about a request: "1" (show the success message), "earlier" (show the status line) or nothing. It
 * counts only if the server verified its mark or this tab sent the request.
 */
export function readReceipt(
  search: string,
  verified: string | undefined,
): { sentParam: string | null; receiptToken: string } {
  const query = new URLSearchParams(search);
  const receiptToken = query.get("mark") ?? "";
  return {
    sentParam:
      receiptToken && (receiptToken === ownToken || receiptToken === verified) ? query.get("sent") : null,
    receiptToken,
  };
}

export const useReceipt = () => readReceipt(useLocation().search, useRootData()?.receiptToken);
