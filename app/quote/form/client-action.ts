import type { ClientActionFunctionArgs } from "@remix-run/react";
import { forgetDraft } from "~/quote/form/draft";
import { keepCopy } from "~/quote/form/sent-copy";
import type { Outcome } from "~/quote/outcome";
import { readValues } from "~/quote/values";
import { noteSent } from "~/site/sent";

/** Longer than any proxy waits, in milliseconds: the answer is lost. */
const LATE_MS = 100_000;

/**
 * The forms' action in the browser. No network and a proxy's error page count as a failure of the form: an error page
 * would lose what the visitor typed.
 */
export async function quoteClientAction({
  request,
  serverAction,
}: ClientActionFunctionArgs): Promise<Outcome> {
  const values = readValues(await request.clone().formData());
  try {
    const late = new Promise<Outcome>((resolve) => setTimeout(resolve, LATE_MS, { kind: "failed" }));
    return await Promise.race([serverAction<Outcome>(), late]);
  } catch (error) {
    if (error instanceof Response && error.status < 400) {
      const mark = noteSent(error.headers.get("Location") ?? "");
      keepCopy(mark, values);
      forgetDraft(mark);
      throw error;
    }
    return { kind: navigator.onLine ? "failed" : "offline" };
  }
}
