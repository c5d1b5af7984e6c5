import { data, redirect } from "@remix-run/node";
import { submit } from "~/quote/desk.server";
import { type Outcome, TOO_LONG } from "~/quote/outcome";
import { readForm } from "~/quote/read-form.server";
import type { FormKind } from "~/quote/request";

const answer = (outcome: Outcome, status: number) => data(outcome, { status });

/**
 * A form's action: HTTP around `submit`. 303 to the same address with `sent=1`; 422 with the errors; 502 when the
 * relay failed; 413, 415 and 400 for a body that is too big, of another kind, or broken. Values are always given back.
 */
export async function answerQuote(request: Request, form: FormKind) {
  const { status, values } = await readForm(request);
  if (status === 413 && values) {
    return answer({ kind: "invalid", values, errors: { additionalNotes: TOO_LONG } }, status);
  }
  if (status !== 200) return answer({ kind: "unreadable" }, status);

  const outcome = await submit(form, values);
  if (outcome.kind === "sent") {
    const url = new URL(request.url);
    url.searchParams.set("sent", "1");
    return redirect(url.pathname + url.search, 303);
  }
  return answer(outcome, outcome.kind === "invalid" ? 422 : 502);
}
