import { data, type HeadersArgs, redirect } from "@remix-run/node";
import { CLIENT_ADDRESS } from "~/http/client-address.server";
import { type FormKind, HONEYPOT } from "~/quote/fields";
import type { Outcome } from "~/quote/outcome";
import { receiptTokens, submit } from "~/quote/quote-service.server";
import { readValues } from "~/quote/values";

/**
 * The action of both forms. `request` has a clean urlencoded body: see `cleanForm`. Responds 303 to the same URL with `sent=1`
 * and a receipt token on success; 422 with the errors, or if the honeypot was filled in; 503 if the request failed (not 502:
 * docs/decisions/009); 429 over a rate limit. All but 303 return the values.
 */
export async function quoteAction(request: Request, form: FormKind) {
  const posted = new URLSearchParams(await request.text());
  const honeypot = posted.get(HONEYPOT) ?? "";
  const address = request.headers.get(CLIENT_ADDRESS) ?? "";
  // In parallel: reading the key may take long if the disk hangs.
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

/** Passes on the action's `Retry-After` to the document that shows its outcome, which Remix does not do. */
export function quoteHeaders({ actionHeaders }: HeadersArgs): HeadersInit {
  const retryAfter = actionHeaders.get("Retry-After");
  return retryAfter ? { "Retry-After": retryAfter } : {};
}
