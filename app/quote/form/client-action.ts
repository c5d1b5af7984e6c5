import type { ClientActionFunctionArgs } from "@remix-run/react";
import { forgetDraft, savePending } from "~/quote/form/draft";
import type { Outcome } from "~/quote/outcome";
import { keepSubmittedValues } from "~/quote/receipt/submitted-values";
import { readValues } from "~/quote/values";

/** Longer than proxies usually wait for a response, in milliseconds. */
const TIMEOUT_MS = 100_000;
let forgetting: ReturnType<typeof setTimeout> | undefined;

/** The forms' action in the browser. Turns any error into an outcome: Remix's error page would lose what the visitor typed. */
export async function quoteClientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<Outcome> {
  const values = readValues(await request.clone().formData());
  const { pathname, search } = new URL(request.url);
  clearTimeout(forgetting);
  savePending({ action: pathname + search, values });
  try {
    const timeout = new Promise<Outcome>((resolve) => setTimeout(resolve, TIMEOUT_MS, { kind: "failed" }));
    const outcome = await Promise.race([serverAction<Outcome>(), timeout]);
    savePending();
    return outcome;
  } catch (error) {
    if (error instanceof Response && error.status < 400) {
      const receiptToken =
        new URLSearchParams(error.headers.get("Location")?.split("?")[1]).get("mark") ?? "";
      keepSubmittedValues(receiptToken, values);
      forgetDraft(receiptToken);
      savePending();
      return { kind: "sent", receiptToken };
    }
    // A document that is left fails first, and runs no timers then.
    forgetting = setTimeout(savePending, 1000);
    return { kind: navigator.onLine ? "failed" : "offline" };
  }
}
