import type { Arrival } from "../forwarder/arrival.mjs";
import type { Sent } from "./cell";
import { type Result, TAKEN } from "./matrix";
import { sameRequest } from "./outbox";
import type { Typed } from "./visitor";

/** What the service got, as the visitor typed it; undefined for what it did not get whole. */
export function typedIn({ fields, error }: Arrival): Typed | undefined {
  if (error) return undefined;
  const field = (name: string) => fields.find(([other]) => other === name)?.[1] ?? "";
  return {
    fullName: field("full_name"),
    email: field("email"),
    phone: field("phone"),
    projectType: field("project_type"),
    projectLocation: field("project_location"),
    additionalNotes: field("additional_notes").replaceAll("\r\n", "\n"),
  };
}

type Evidence = Pick<Result, "fault" | "moment" | "event" | "wrong"> & {
  sent: Sent[];
  /** What lies in the outbox in the end. */
  kept: Typed[];
  arrivals: readonly Arrival[];
  log: string;
  /** Attempts that a kill cut short. */
  interrupted: number;
};

/**
 * Whether a request is lost: its visitor was told that it was sent, and it neither reached the service, in a way that
 * the service may have taken it, nor lies in the outbox. A second arrival is a duplicate; each attempt without an answer
 * and each that a kill cut short is a reason for one.
 */
export function judge({ sent, kept, arrivals, log, interrupted, wrong, ...cell }: Evidence): Result {
  const taken = arrivals
    .filter(({ mode }) => TAKEN.includes(mode))
    .flatMap((arrival) => typedIn(arrival) ?? []);
  const told = { sent: 0, error: 0, nothing: 0 };
  let lost = 0;
  let duplicates = 0;
  for (const one of sent) {
    told[one.told]++;
    const times = taken.filter((typed) => sameRequest(typed, one.typed)).length;
    duplicates += Math.max(0, times - 1);
    if (one.told !== "sent" || times > 0 || kept.some((typed) => sameRequest(typed, one.typed))) continue;
    lost++;
    wrong.push("a request that was told sent is lost");
  }
  const strange = taken.filter((typed) => !sent.some((one) => sameRequest(typed, one.typed))).length;
  if (strange > 0) wrong.push(`${strange} arrived that nobody sent so`);
  if (log.includes('"event":"site.fault"')) wrong.push("a fault of the site in its log");
  if (sent.some(({ typed }) => log.includes(typed.email))) wrong.push("its log holds what was typed");
  const unanswered = log.match(/"class":"unknown"/g)?.length ?? 0;
  const unfounded = Math.max(0, duplicates - unanswered - interrupted);
  if (unfounded > 0) wrong.push(`${unfounded} duplicates without a reason`);
  return { ...cell, told, lost, duplicates, unfounded, wrong };
}
