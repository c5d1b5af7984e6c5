import { type Finding, ok, warn } from "~/cli/doctor/finding";
import type { OutboxCounts } from "~/quote/outbox/outbox.server";

/**
 * What lies in one of the places that keep requests.
 *
 * @param see where the operator finds those that nobody sends any more
 */
export function checkWaiting(
  about: string,
  { waiting, oldest, dead, suspect }: OutboxCounts,
  see: { dead: string; suspect: string },
): Finding[] {
  const since = oldest ? `, the oldest since ${oldest}` : "";
  const found = [(waiting > 0 ? warn : ok)(about, `${waiting} waiting${since}`)];
  if (dead > 0) found.push(warn(about, `${dead} given up, ${see.dead}: read them and call the visitors`));
  if (suspect > 0) found.push(warn(about, `${suspect} suspected, ${see.suspect}: look whether one is real`));
  return found;
}
