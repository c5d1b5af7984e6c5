import type { Log } from "~/log/log.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { acceptedBy } from "~/quote/lifecycle/status.server";
import type { StoredQuote } from "~/quote/lifecycle/stored-quote.server";
import { publicProjectType } from "~/quote/project-types";

/** Logs that a quote arrived, with nothing personal: the owner's message is made of it. `thanked`: its visitor saw no error. */
export function logArrival(
  { id, form, request, tries }: StoredQuote,
  state: "accepted" | "waiting" | "held",
  log: Log,
  thanked = true,
): void {
  const service = publicProjectType(request.projectType);
  const accepted = acceptedBy({ tries }).map((name) => policyOf(tries[name]?.class ?? ""));
  const presumed = accepted.length > 0 && accepted.every((policy) => policy.presumed);
  log("info", "quote.arrived", { id, form, service, state, thanked, ...(presumed && { presumed }) });
}
