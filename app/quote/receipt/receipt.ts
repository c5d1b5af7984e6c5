import { useLocation } from "@remix-run/react";
import { useRootData } from "~/root-data";

/** The receipt token of the last request that React submitted in this document. */
let ownToken: string | null = null;

/**
 * Remembers the receipt token of an accepted request, so that this tab needs no verification by the server.
 *
 * @param url where the server redirects to
 * @returns the token
 */
export function rememberReceipt(url: string): string | null {
  ownToken = new URLSearchParams(url.split("?")[1]).get("mark");
  return ownToken;
}

/**
 * Reads the receipt in a URL. `sentParam`: "1" (show the success message), "earlier" (show the status line), or null (nothing to
 * show, or the token is neither verified nor this tab's own).
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
