import { errorCode } from "~/config/error-code";
import type { Outbox, OutboxCounts } from "~/quote/outbox/outbox.server";

/** The result of one check. `warn`: the operator decides. `fail`: requests will not arrive. */
export type Finding = { level: "ok" | "warn" | "fail"; about: string; text: string };

export const ok = (about: string, text: string): Finding => ({ level: "ok", about, text });
export const warn = (about: string, text: string): Finding => ({ level: "warn", about, text });
export const fail = (about: string, text: string): Finding => ({ level: "fail", about, text });

/** Ends a check that throws in a finding, so that the other checks still run. */
export const thrown =
  (level: "warn" | "fail", about: string, text: string) =>
  (error: unknown): Finding => ({ level, about, text: `${text} (${errorCode(error)})` });

/** Checks that requests can be kept in a place, and what is in it. */
export async function checkPlace(
  about: string,
  works: string,
  { probe, counts, advice }: Pick<Outbox, "probe" | "counts" | "advice">,
): Promise<Finding[]> {
  const refused = await probe().catch(thrown("fail", about, advice.unwritable));
  if (refused) return [refused];
  const waiting = await counts().then(checkWaiting, thrown("fail", "requests", advice.unreadable));
  return [ok(about, works), waiting].flat();
}

function checkWaiting({ waiting, oldest, partial, dead }: OutboxCounts): Finding[] {
  const since = oldest ? `, the oldest since ${oldest}` : "";
  const see = "see `npm run outbox`";
  return [
    (waiting > 0 ? warn : ok)("requests", `${waiting} waiting${since}`),
    partial > 0 && warn("requests", `${partial} reached you by one channel, and wait for the other, ${see}`),
    dead > 0 && warn("requests", `${dead} given up, ${see}: read them and call the visitors`),
  ].filter((finding) => finding !== false);
}
