import type { ClientActionFunctionArgs } from "@remix-run/react";
import { noteSent } from "~/quote/form/use-sent";
import type { Outcome } from "~/quote/outcome";

/**
 * The forms' action in the browser: the server's, but what does not come back as its answer (no network, a proxy's
 * error page) is a failure shown in the form, instead of an error page in place of what was typed.
 */
export async function quoteClientAction({ serverAction }: ClientActionFunctionArgs): Promise<Outcome> {
  try {
    return await serverAction<Outcome>();
  } catch (error) {
    if (error instanceof Response && error.status < 400) {
      noteSent(error.headers.get("Location") ?? "");
      throw error;
    }
    return { kind: "failed" };
  }
}
