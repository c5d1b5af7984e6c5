import { data, type HeadersArgs, redirect } from "@remix-run/node";
import { CLIENT_ADDRESS } from "~/http/client-address.server";
import { type FormKind, HONEYPOT } from "~/quote/fields";
import type { Outcome } from "~/quote/outcome";
import { receiptTokens, submit } from "~/quote/quote-service.server";
import { readValues } from "~/quote/values";

/**
 * A form's action: HTTP around `submit`. The policy has read the body and made it a clean urlencoded form. 303 to the same
 * URL with `sent=1` and a token if the visitor is thanked; 422 with the errors, or where the honeypot was filled in; 503 where
 * the request failed (not 502: docs/decisions/009); 429 over a rate limit. Values are always given back.
 */
export async function quoteAction(request: Request, form: FormKind) {
  const posted = new URLSearchParams(await request.text());
  const honeypot = posted.get(HONEYPOT) ?? "";
  const address = request.headers.get(CLIENT_ADDRESS) ?? "";
  // Made meanwhile: the key for it may be on a disk that hangs.
  const receiptToken = receiptTokens.make();
  const outcome = await submit({ form, values: readValues(posted), honeypot, address });
  if (outcome.kind === "sent") {
    const url = new URL(request.url);
    url.searchParams.set("sent", "1");
    url.searchParams.set("mark", await receiptToken);
    return redirect(url.pathname + url.search, 303);
  }
  if (outcome.kind === "limited")
    return data<Outcome>(outcome, { status: 429, headers: { "Retry-After": String(outcome.retryAfterS) } });
  return data<Outcome>(outcome, outcome.kind === "failed" ? 503 : 422);
}

/** The action's headers, for the document that shows its outcome; Remix does not pass them on. */
export function quoteHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}
