import { useActionData, useFetcher, useLocation } from "@remix-run/react";
import type { Outcome } from "~/quote/outcome";
import { useRootData } from "~/root-data";

/** The receipt token of the last request that React submitted in this document. */
let ownToken: string | null = null;

/** Remembers the receipt token of an accepted request: this tab needs no verification. Returns whether the token is new. */
export function rememberReceipt(receiptToken: string): boolean {
  const isNew = ownToken !== receiptToken;
  ownToken = receiptToken;
  return isNew;
}

/**
 * Reads the receipt in a URL. `sentParam`: "1" (show the success message), "earlier" (show the status line), or null (nothing to
 * show, or the token is neither `verified` by the server nor this tab's own).
 */
export function readReceipt(search: string, verified: string | undefined) {
  const query = new URLSearchParams(search);
  const receiptToken = query.get("mark") ?? "";
  const isShown = receiptToken !== "" && [ownToken, verified].includes(receiptToken);
  return { sentParam: isShown ? query.get("sent") : null, receiptToken };
}

export const useReceipt = () => readReceipt(useLocation().search, useRootData()?.receiptToken);

/**
 * The request that this document sends, by a fetcher: it outlives the form and the page, and all forms share it.
 * `answered` is what came back last; `outcome` is that, unless it was sent. Without React it came with the document.
 */
export function useRequest() {
  const { data, state, Form, submit } = useFetcher<Outcome>({ key: "quote" });
  const posted = useActionData<Outcome>();
  const answered = data ?? posted;
  const outcome = answered?.kind === "sent" ? undefined : answered;
  return { Form, submit, sending: state === "submitting", posted, answered, outcome };
}
