import { loadProgram } from "./program";
import { playScenario, type Report } from "./scenario";

/** How many seeds may pass until a deliberate fault is noticed. */
export const SEEDS_FOR_A_FAULT = 300;

/** Name, file below app/quote, its text, and what replaces it. */
const TABLE = `
file renamed before it is flushed :: outbox/folder/durable-files :: flush !== false) :: false)
folder not flushed :: outbox/folder/store :: await flush(); ::
no memory of what was accepted :: delivery/in-flight :: !isOld(acceptedAt.get(id) ?? Number.NEGATIVE_INFINITY) :: false
memory of a minute :: delivery/in-flight :: > SAME_QUOTE_MS :: > 60_000
nothing in flight :: delivery/in-flight :: flightOf: (id: string) => flights.get(id) :: flightOf: (id: string) => flights.delete(id) && undefined
first attempt not reserved :: lifecycle/retry-policy :: isUntried ? firstAttemptMs : 0 :: 0
no second look before sending :: delivery/claim :: isDue(asNew(found)) ? found :: isDue ? found
unsaved result forgotten :: delivery/unsaved :: states.set(id, { :: new Map().set(id, {
older write that ends late forgotten :: delivery/unsaved :: overdue.add(write); ::
late write not awaited :: delivery/first-attempt :: await error.late?.catch(() => {}); ::
given up after a day :: lifecycle/status :: GIVE_UP_MS = 14 * :: GIVE_UP_MS = 1 *
given up after two attempts :: lifecycle/status :: MIN_ATTEMPTS = 6 :: MIN_ATTEMPTS = 2
answered before it is stored :: delivery/first-attempt :: const inserted = await outbox :: respond(SENT); const inserted = await outbox
no deadline for the answer :: intake/submit :: setTimeout(resolve, answerMs) :: setTimeout(resolve, 2 * answerMs)
sent after the reserved time :: delivery/first-attempt :: > firstAttemptMs - attemptMs) return :: > 100 * firstAttemptMs) return
acceptance not saved :: delivery/deliver :: await outbox.markSent(sent(quote)) :: sent(quote)
restored backup sent again :: delivery/claim :: if (!isSent) return :: if (!isSent || id) return
lock not looked at again :: outbox/folder/lock :: if (found && found.ino === own?.ino) :: if (own)
everybody has the lock :: outbox/folder/lock :: if (found && (await :: if (found && silentMs === 0 && (await
held request not stored :: intake/submit :: outbox.insert( :: Promise.resolve(
one channel's acceptance replaces the other's :: lifecycle/transitions :: tries: { ...quote.tries, [ :: tries: { [
of two channels one is enough :: lifecycle/status :: if (isAccepted && missingChannels(quote, channels).length === 0) :: if (isAccepted)
ids without the form :: lifecycle/stored-quote :: JSON.stringify([form, ... :: JSON.stringify([...
ids of the text before it is trimmed :: intake/submit :: createQuote(form, data, :: createQuote(form, values,
deleted request comes back :: delivery/deliver :: (await isWaiting(id))) return :: (await isWaiting(id)) && !id) return
wrong clock believed :: lifecycle/retry-policy :: (time - nowMs <= maxMs ? time : nowMs) :: time
a no is taken for a yes :: lifecycle/response-classes :: refused: { :: refused: { accepted: true,
what again brought back is unsaved :: delivery/unsaved :: && known.sentBefore === sentBefore :: && !sentBefore
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
