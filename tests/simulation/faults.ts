import type { Edit } from "./program";

export type Fault = { name: string; edits: Edit[] };

const fault = (name: string, file: string, from: string, to: string): Fault => ({
  name,
  edits: [{ file: `quote/${file}`, from, to }],
});

const COURIER = "delivery/courier.server.ts";
const FATE = "delivery/fate.server.ts";
const FILES = "outbox/durable-files.server.ts";
const FOLDER = "outbox/folder-outbox.server.ts";
const HANDS = "delivery/hands.server.ts";
const LOCK = "outbox/leader-lock.server.ts";
const RECEIVE = "delivery/receive.server.ts";
const STORED = "outbox/stored-request.server.ts";
const SUBMIT = "submit/submit.server.ts";

/** Faults put into the site's code one at a time. The simulation must notice each: that is how its judge is judged. */
export const FAULTS: Fault[] = [
  fault("a file is renamed before it is flushed", FILES, "flush !== false)", "false)"),
  fault("the folder is not flushed", FOLDER, `await flush("new");`, ""),
  fault(
    "no memory of what was accepted",
    HANDS,
    "return !isOld(accepted.get(id) ?? Number.NEGATIVE_INFINITY);",
    "return false;",
  ),
  fault("the memory lasts for a minute", HANDS, "> SAME_REQUEST_MS", "> 60_000"),
  fault(
    "nothing is in flight",
    HANDS,
    "inHand: (id: string): Taken | undefined => taken.get(id)",
    "inHand: (_: string): Taken | undefined => undefined",
  ),
  fault("the first attempt is not reserved", FATE, "isUntried ? firstAttemptMs : 0", "0"),
  fault(
    "no second look before sending",
    COURIER,
    "return canSend(request, channel) ? { found, request } : undefined;",
    "return { found, request };",
  ),
  fault("an unsaved result is forgotten", HANDS, "unwritten.set(id, {", "new Map().set(id, {"),
  fault("a late write is not awaited", RECEIVE, "await error.late?.catch(() => {});", ""),
  fault("given up after a day", FATE, "const GIVE_UP_MS = 14 *", "const GIVE_UP_MS = 1 *"),
  fault("given up after two attempts", FATE, "const LEAST_ATTEMPTS = 6;", "const LEAST_ATTEMPTS = 2;"),
  fault(
    "answered before it is stored",
    RECEIVE,
    "const kept = await outbox.keep(stored).catch((error: Error) => error);",
    `respond(SENT); const kept = await outbox.keep(stored).catch((error: Error) => error);`,
  ),
  fault(
    "no deadline for the answer",
    SUBMIT,
    "setTimeout(resolve, answerMs)",
    "setTimeout(resolve, 2 * answerMs)",
  ),
  fault(
    "an acceptance is not saved",
    HANDS,
    `else if (place === "sent") await outbox.accept(asSent(request));`,
    `else if (place === "sent") {}`,
  ),
  fault(
    "a restored backup is sent again",
    COURIER,
    "if (sent || copy?.receivedAt !== receivedAt) return false;",
    "if (id) return false;",
  ),
  fault(
    "the lock is not looked at again",
    LOCK,
    "if (found && found.ino === own?.ino) return true;",
    "if (own) return true;",
  ),
  fault(
    "the lock is everybody's",
    LOCK,
    "(await withShortPath((short) => isHeld(short, silentMs)))",
    "(await withShortPath((short) => isHeld(short, silentMs))) && silentMs === 0",
  ),
  fault(
    "a held request is not stored",
    SUBMIT,
    "const kept = outbox.keep({ ...request, announced: true, heldUntil });",
    "const kept = Promise.resolve(heldUntil);",
  ),
  fault(
    "one channel's acceptance replaces the other's",
    FATE,
    "tries: { ...request.tries, [channel]: tried }",
    "tries: { [channel]: tried }",
  ),
  fault(
    "both channels: one that accepted is enough",
    FATE,
    "if (isAccepted && missing(request, channels).length === 0) return",
    "if (isAccepted) return",
  ),
  fault("ids without the form", STORED, "JSON.stringify([form, ...", "JSON.stringify([..."),
  fault(
    "ids of the text before it is trimmed",
    SUBMIT,
    "createStoredRequest(form, data,",
    "createStoredRequest(form, values,",
  ),
  fault(
    "what the operator deleted comes back",
    HANDS,
    `(await outbox.text(place, id).catch(() => "")) === undefined`,
    "id === place",
  ),
  fault(
    "a wrong clock's times are believed",
    FATE,
    "time > now.getTime() && time - now.getTime() <= longestMs",
    "time > now.getTime() && longestMs >= 0",
  ),
  fault(
    "the operator's change replaces a newer note",
    FILES,
    "const isCurrent = !stamp || (await stampOf(path)) === stamp;",
    "const isCurrent = true;",
  ),
  fault(
    "a 200 that says no is an acceptance",
    "delivery/delivery-classes.server.ts",
    "refused: { ...FAILED, ofRequest: true },",
    "refused: { ...ACCEPTED, ofRequest: true },",
  ),
];
