import { loadProgram } from "./program";
import { playScenario, type Report } from "./scenario";

/** How many seeds may pass until a deliberate fault is noticed. */
export const SEEDS_FOR_A_FAULT = 300;

/** Name, file below app/quote, its text, and what replaces it. */
const TABLE = `
file renamed before it is flushed :: outbox/durable-files :: flush !== false) :: false)
folder not flushed :: outbox/folder-outbox :: await flush("new"); ::
no memory of what was accepted :: delivery/hands :: !isOld(accepted.get(id) ?? Number.NEGATIVE_INFINITY) :: false
memory of a minute :: delivery/hands :: > SAME_QUOTE_MS :: > 60_000
nothing in flight :: delivery/hands :: taken.get(id) :: taken.get("")
first attempt not reserved :: delivery/fate :: isUntried ? firstAttemptMs : 0 :: 0
no second look before sending :: delivery/worker :: canSend(request, channel) ? { found, request } : undefined :: { found, request }
unsaved result forgotten :: delivery/hands :: unwritten.set(id, { :: new Map().set(id, {
late write not awaited :: delivery/receive :: await error.late?.catch(() => {}); ::
given up after a day :: delivery/fate :: GIVE_UP_MS = 14 * :: GIVE_UP_MS = 1 *
given up after two attempts :: delivery/fate :: LEAST_ATTEMPTS = 6 :: LEAST_ATTEMPTS = 2
answered before it is stored :: delivery/receive :: const kept = await :: respond(SENT); const kept = await
no deadline for the answer :: submit/submit :: setTimeout(resolve, answerMs) :: setTimeout(resolve, 2 * answerMs)
sent after the reserved time :: delivery/receive :: >= firstAttemptMs) return :: >= 100 * firstAttemptMs) return
acceptance not saved :: delivery/hands :: await outbox.markSent(toSent(request)) :: toSent(request)
restored backup sent again :: delivery/worker :: if (sent || copy :: if (id || copy
lock not looked at again :: outbox/leader-lock :: if (found && found.ino === own?.ino) :: if (own)
everybody has the lock :: outbox/leader-lock :: if (found && (await :: if (found && silentMs === 0 && (await
held request not stored :: submit/submit :: outbox.insert({ :: Promise.resolve({
one channel's acceptance replaces the other's :: delivery/fate :: tries: { ...request.tries, [ :: tries: { [
of two channels one is enough :: delivery/fate :: if (isAccepted && missing(request, channels).length === 0) :: if (isAccepted)
ids without the form :: outbox/stored-request :: JSON.stringify([form, ... :: JSON.stringify([...
ids of the text before it is trimmed :: submit/submit :: createQuote(form, data, :: createQuote(form, values,
deleted request comes back :: delivery/hands :: if (place === "new" && (await :: if (id === place && (await
wrong clock believed :: delivery/fate :: time - now.getTime() <= longestMs :: longestMs >= 0
operator's change replaces a newer note :: outbox/durable-files :: !stamp || (await stampOf(path)) === stamp :: true
a no is taken for a yes :: delivery/delivery-classes :: refused: { ...FAILED :: refused: { ...ACCEPTED
what again brought back is unsaved :: delivery/hands :: && known.sentBefore === sentBefore :: && !sentBefore
`;

/** Faults that are put into the code one at a time. The simulation must notice each: that is how its judge is judged. */
export const FAULTS = TABLE.trim()
  .split("\n")
  .map((line) => {
    const [name = "", file = "", from = "", to = ""] = line.split(/ :: ?/);
    return { name, edit: { file: `quote/${file}.server.ts`, from, to } };
  });

/** Puts a fault into the code and plays scenarios until one has problems. Resolves to that one's report, if any. */
export async function findFault(number: number): Promise<Report | undefined> {
  const program = await loadProgram(FAULTS[number]?.edit);
  for (let seed = 1; seed <= SEEDS_FOR_A_FAULT; seed++) {
    const report = await playScenario(program, seed);
    if (report.problems.length > 0) return report;
  }
  return undefined;
}
