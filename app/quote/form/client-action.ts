import type { ClientActionFunctionArgs } from "@remix-run/react";
import { forgetDraft } from "~/quote/form/draft";
import type { Outcome } from "~/quote/outcome";
import { noteSent } from "~/site/sent";

/**
 * The forms' action in the browser. No network and a proxy's error page count as a failure of the form: an error page
 * would lose what the visitor typed.
 */
export async function quoteClientAction({ serverAction }: ClientActionFunctionArgs): Promise<Outcome> {
  try {
    return await serverAction<Outcome>();
  } catch (error) {
    if (error instanceof Response && error.status < 400) {
      forgetDraft(noteSent(error.headers.get("Location") ?? ""));
      throw error;
    }
    return { kind: "failed" };
  }
}
