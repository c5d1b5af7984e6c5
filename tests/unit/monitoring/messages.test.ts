import { expect, it, onTestFinished, vi } from "vitest";
import type { Condition } from "~/monitoring/conditions/condition.server";
import type { Announced } from "~/monitoring/health-file.server";
import { arrivalMessage, dueMessages, type Message } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import type { Observed } from "~/monitoring/observed.server";
import { makeSend } from "~/monitoring/send.server";
import { startReceiver } from "../../http/operator/receiver";

/** When a condition is announced, and how. */

const START = Date.parse("2026-11-26T12:00:00Z");
const MINUTE = 60_000;
const at = (ms: number) => new Date(START + ms);
const condition = (more: Partial<Condition> = {}): Condition => ({
  ...{ id: "channel.failing", severity: "problem", since: at(0).toISOString() },
  ...{ title: "It fails", text: "It does (reply 404).", advice: "Do this." },
  ...more,
});

/** What is announced if these conditions hold in these minutes, looked at in each: "60! Title" is urgent, in the 60th. */
function tellOver(last: number, holding: (minute: number) => Condition[], isTaken = (_: number) => true) {
  let announced: Announced = {};
  const said: string[] = [];
  for (let minute = 0; minute <= last; minute++) {
    const found = dueMessages(holding(minute), announced, at(minute * MINUTE));
    announced = found.announced;
    for (const { key, message, entry } of found.due) {
      if (!isTaken(minute)) break;
      said.push(`${minute}${message.isUrgent ? "!" : ""} ${message.title}`);
      if (entry) announced[key] = entry;
      else delete announced[key];
    }
  }
  return said.join(", ");
}

const notice = condition({ severity: "notice" });
const waiting = condition({ id: "requests.waiting", title: "3 wait" });
const covered = condition({ about: "mail", coveredBy: "requests.waiting" });
const replaces = { id: "requests.waiting", at: at(60 * MINUTE).toISOString() };
const dead = condition({ id: "requests.given_up", title: "GIVEN UP", replaces });
const urgent = condition({ severity: "notice", isUrgent: true });
const handled = condition({ over: "requests handled" });
const quiet = condition({ endsQuietly: true });
const silent = [condition({ id: "a", severity: "info" }), condition({ id: "b", noMessage: true })];
/** What holds in the first hour, and then. */
const until60 = (before: Condition[], after: Condition[]) => (minute: number) =>
  minute < 60 ? before : after;

type Tell = Parameters<typeof tellOver>;
it.each<[what: string, lastMinute: number, holding: Tell[1], said: string, isTaken?: Tell[2]]>([
  [
    "a problem when it begins, after 1 h, 4 h, then daily, and when it is over",
    4320,
    (minute) => (minute < 2880 ? [condition()] : []),
    "0! It fails, 60! Still: It fails, 240! Still: It fails, 1680! Still: It fails, 2885 Resolved: It fails",
  ],
  ["a notice once a day, at normal priority", 1440, () => [notice], "0 It fails, 1440 Still: It fails"],
  ["a notice at high priority if it says so", 0, () => [urgent], "0! It fails"],
  ["the end in words of its own", 65, until60([handled], []), "0! It fails, 65 Resolved: requests handled"],
  ["a notice that becomes a problem", 60, until60([notice], [condition()]), "0 It fails, 60! It fails"],
  ["once what comes and goes", 50, (minute) => (minute % 6 < 2 ? [condition()] : []), "0! It fails"],
  [
    "each new request in a condition",
    30,
    (minute) => [condition({ each: minute < 10 ? ["a"] : minute < 20 ? ["a", "b"] : ["b"] })],
    "0! It fails, 10! It fails",
  ],
  [
    "the end in the words of the beginning",
    80,
    (minute) => (minute < 60 ? [minute < 30 ? waiting : { ...waiting, title: "4 wait", each: ["d"] }] : []),
    "0! 3 wait, 30! 4 wait, 65 Resolved: 3 wait",
  ],
  [
    "one cause once, and what it covered when that stands alone",
    70,
    until60([waiting, covered], [covered]),
    "0! 3 wait, 65 Resolved: 3 wait, 66! It fails",
  ],
  [
    "one cause once, and not of what it covered when that ends soon after",
    80,
    (minute) => (minute < 60 ? [waiting, covered] : minute < 63 ? [covered] : []),
    "0! 3 wait, 65 Resolved: 3 wait",
  ],
  ["giving up, not as the end of waiting", 119, until60([waiting], [dead]), "0! 3 wait, 60! GIVEN UP"],
  ["no information, and no end that is no news", 80, until60([quiet, ...silent], silent), "0! It fails"],
  [
    "what the receiver did not take at the next look",
    1560,
    () => [condition()],
    "1441! It fails, 1501! Still: It fails",
    (minute) => minute > 1440,
  ],
  ["nothing that is over before it is taken", 80, until60([condition()], []), "", (minute) => minute >= 60],
])("messages: they tell of %s", (_, lastMinute, holding, said, isTaken) => {
  expect(tellOver(lastMinute, holding, isTaken)).toBe(said);
});

it("messages: a text that is the title is not repeated, unless it is all there is", () => {
  const said = (advice: string) =>
    dueMessages([condition({ text: "It fails.", advice })], {}, at(0)).due[0]?.message.text;
  expect([said("Do this."), said("")]).toEqual(["Do this.", "It fails."]);
});

it("messages: the end says when it began, and does not repeat its title", () => {
  const entry = { first: waiting, at: at(0).toISOString(), times: 1, severity: "problem", each: [] };
  const gone = { [waiting.id]: { ...entry, goneAt: at(0).toISOString() } };
  const [due] = dueMessages([], gone, at(60 * MINUTE)).due;
  const text = "This is resolved. It began Nov 26, 7:00 AM.";
  expect(due?.message).toMatchObject({ title: "Resolved: 3 wait", text });
});

it("messages: a clock that is set back by a year hides nothing for longer than a day", () => {
  const once = { first: condition(), at: at(0).toISOString(), times: 3, severity: "problem", each: [] };
  const { due } = dueMessages([condition()], { "channel.failing": once }, at(-365 * 24 * 60 * MINUTE));
  expect(due).toHaveLength(1);
});

const arrival = { id: "ab12", form: "quote", service: "a barn" } as const;

it("arrival message: it says what became of it, and whether its visitor saw an error", () => {
  const failed = { ...arrival, state: "waiting", thanked: false } as const;
  expect(arrivalMessage([failed])).toMatchObject({
    title: "New quote request",
    text: "About: a barn. It is saved and waiting to be sent. The visitor saw an error and was asked to call. Id: ab12",
  });
  expect(arrivalMessage([{ ...arrival, state: "accepted", thanked: true }]).text).toBe(
    "About: a barn. It was accepted for delivery. Id: ab12",
  );
  expect(arrivalMessage([{ ...arrival, state: "accepted", presumed: true }]).text).toContain(
    "The forwarding service responded, but did not say that it accepted it.",
  );
  const many = arrivalMessage(Array(8).fill({ ...arrival, state: "held" }));
  expect(many.title).toBe("8 new requests");
  expect(many.text.split("\n").slice(4)).toEqual([expect.stringMatching(/sent later/), "And 3 more."]);
});

/** A notifier, and what its receiver took. No time passes but with `titlesAfter`. */
function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const took: Message[] = [];
  const receiver = { isDown: false };
  const failing: Observed["failing"] = {};
  const send = async (message: Message) => {
    if (receiver.isDown) throw Object.assign(new Error(), { code: "status 503" });
    took.push(message);
  };
  const notifier = makeNotifier(send, { failing });
  /** The titles of what was taken once so much time has passed. */
  const titlesAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return took.map(({ title }) => title);
  };
  return { ...notifier, titlesAfter, failing, receiver };
}

it("notifier: it sends the first arrival at once, and what comes within a minute in one more", async () => {
  const { arrived, titlesAfter } = setUp();
  for (let n = 0; n < 4; n++) arrived({ ...arrival, state: "accepted" });
  expect(await titlesAfter(0)).toEqual(["4 new requests"]);
  for (let n = 0; n < 3; n++) arrived({ ...arrival, state: "accepted" });
  expect(await titlesAfter(59_999)).toHaveLength(1);
  expect(await titlesAfter(1)).toEqual(["4 new requests", "3 new requests"]);
});

it("notifier: it sends what waits before the process ends, and what still comes", async () => {
  const { arrived, flush, titlesAfter } = setUp();
  arrived(arrival);
  await titlesAfter(0);
  arrived(arrival);
  flush();
  expect(await titlesAfter(0)).toHaveLength(2);
  arrived(arrival);
  expect(await titlesAfter(0)).toHaveLength(3);
});

it("notifier: an arrival that was not taken is sent at the next look, whatever else was taken since", async () => {
  const { arrived, announce, titlesAfter, failing, receiver } = setUp();
  receiver.isDown = true;
  arrived(arrival);
  await titlesAfter(0);
  receiver.isDown = false;
  failing.notify = undefined; // Another message got through.
  await announce([], {});
  expect(await titlesAfter(0)).toEqual(["New quote request"]);
});

it("notifier: what a receiver did not take is sent once it is back, arrivals first", async () => {
  const { arrived, announce, titlesAfter, failing, receiver } = setUp();
  receiver.isDown = true;
  arrived(arrival);
  await titlesAfter(0);
  expect(failing.notify?.code).toBe("status 503");
  const announced = await announce([condition()], {});
  expect(announced).toEqual({});
  receiver.isDown = false;
  expect(Object.keys(await announce([condition()], announced))).toEqual(["channel.failing"]);
  expect(await titlesAfter(0)).toEqual(["New quote request", "It fails"]);
  expect(failing.notify).toBeUndefined();
});

it("message: it has its words and facts in JSON, or a title, a priority and tags for ntfy", async () => {
  const receiver = await startReceiver();
  const send = async (format: "json" | "ntfy", site: string, given: Condition) => {
    for (const { message } of dueMessages([given], {}, at(0)).due)
      await makeSend({ url: receiver.url("/"), format }, site)(message);
  };
  await send("json", "Dig", condition());
  await send("ntfy", "Dig é", condition());
  await send("ntfy", "Dig é", notice);
  receiver.close();
  const [json, ntfy, calm] = receiver.received;
  const text = "It does (reply 404). Do this.";
  const data = { site: "Dig", title: "It fails", text, condition: "channel.failing" };
  expect(JSON.parse(json?.body ?? "")).toMatchObject({ type: "condition.began", data });
  expect(ntfy?.headers).toMatchObject({ title: "It fails", priority: "high", tags: "warning" });
  expect(ntfy?.headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(calm?.headers.priority).toBe("default");
  expect(ntfy?.body).toBe(`Dig é: ${text}`);
});
