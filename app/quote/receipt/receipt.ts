import { useLocation } from "@remix-run/react";
import { useRootData } from "~/root-data";

/** The receipt token of the last request that React sent from this tab. */
let ownToken: string | null = null;

/**
 * Remembers that a request of this tab was accepted.
 *
 * @param url where the server redirects to
 * @returns the receipt token in it
 */
export function rememberReceipt(url: string): string | null {
  ownToken = new URLSearchParams(url.split("?")[1]).get("mark");
  return ownToken;
}

/**
 * What a URL says about a request. `sentParam`: "1" (show the success message), "earlier" (show the status line) or null,
 * also if neither the server verified the token nor this tab sent the request.
 *
 * @param verified the token in the URL, if the server verified it
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

/** `readReceipt` for the current URL. */
export const useReceipt = () => readReceipt(useLocation().search, useRootData()?.receiptToken);
