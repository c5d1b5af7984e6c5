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
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number) => new Date(START + ms);
const condition = (more: Partial<Condition> = {}): Condition => ({
  ...{ id: "channel.failing", severity: "problem", since: at(0).toISOString() },
  ...{ title: "The service fails", text: "It does (reply 404).", advice: "Do this." },
  ...more,
});

/** What is announced if these conditions hold at these times, looked at each minute. */
function tellOver(spanMs: number, holding: (ms: number) => Condition[], isTaken = (_: number) => true) {
  let announced: Announced = {};
  const said: [ms: number, title: string, isUrgent: boolean][] = [];
  for (let ms = 0; ms <= spanMs; ms += MINUTE) {
    const found = dueMessages(holding(ms), announced, at(ms));
    announced = found.announced;
    for (const { key, message, entry } of found.due) {
      if (!isTaken(ms)) break;
      said.push([ms, message.title, message.isUrgent]);
      if (entry) announced[key] = entry;
      else delete announced[key];
    }
  }
  return said;
}
const times = (said: ReturnType<typeof tellOver>) => said.map(([ms]) => ms);

it("messages: a problem is announced when it begins, after 1 h, 4 h, then daily, and when it is over", () => {
  const said = tellOver(3 * DAY, (ms) => (ms < 2 * DAY ? [condition()] : []));
  expect(times(said)).toEqual([0, HOUR, 4 * HOUR, 28 * HOUR, 2 * DAY + 5 * MINUTE]);
  expect(said.map(([, title, isUrgent]) => [title, isUrgent])).toEqual([
    ["The service fails", true],
    ...Array(3).fill(["Still: The service fails", true]),
    ["Over: The service fails", false],
  ]);
});

it("messages: a notice is announced once a day, at normal priority", () => {
  const said = tellOver(2 * DAY, () => [condition({ severity: "notice" })]);
  expect(times(said)).toEqual([0, DAY, 2 * DAY]);
  expect(said.every(([, , isUrgent]) => !isUrgent)).toBe(true);
});

it("messages: a notice that becomes a problem is announced at once", () => {
  const severity = (ms: number) => (ms < HOUR ? "notice" : "problem");
  const said = tellOver(HOUR, (ms) => [condition({ severity: severity(ms) })]);
  expect(said.map(([ms, title]) => [ms, title])).toEqual([
    [0, "The service fails"],
    [HOUR, "The service fails"],
  ]);
});

it("messages: what comes and goes within five minutes is announced once", () => {
  const said = tellOver(50 * MINUTE, (ms) => ((ms / MINUTE) % 6 < 2 ? [condition()] : []));
  expect(times(said)).toEqual([0]);
});

it("messages: each new request in a condition is announced at once", () => {
  const each = (ms: number) => (ms < 10 * MINUTE ? ["a"] : ms < 20 * MINUTE ? ["a", "b"] : ["b"]);
  const said = tellOver(30 * MINUTE, (ms) => [condition({ each: each(ms) })]);
  expect(times(said)).toEqual([0, 10 * MINUTE]);
});

it("messages: one cause is one message, and what it covered is announced once it stands alone", () => {
  const waiting = condition({ id: "requests.waiting", title: "3 wait" });
  const covered = condition({ about: "mail", coveredBy: "requests.waiting" });
  const said = tellOver(HOUR, (ms) => (ms < 30 * MINUTE ? [waiting, covered] : [covered]));
  expect(said.map(([ms, title]) => [ms / MINUTE, title])).toEqual([
    [0, "3 wait"],
    [30, "The service fails"],
    [35, "Over: 3 wait"],
  ]);
});

it("messages: giving up is not announced as the end of waiting", () => {
  const waiting = condition({ id: "requests.waiting", title: "1 waits" });
  const dead = (ms: number) =>
    condition({
      id: "requests.given_up",
      title: "1 GIVEN UP",
      replaces: { id: "requests.waiting", at: at(ms).toISOString() },
    });
  const said = tellOver(HOUR, (ms) => (ms < 30 * MINUTE ? [waiting] : [dead(30 * MINUTE)]));
  expect(said.map(([, title]) => title)).toEqual(["1 waits", "1 GIVEN UP"]);
});

it("messages: information, and the end of what ends quietly, is not announced", () => {
  const quiet = condition({ endsQuietly: true });
  const silent = [condition({ id: "a", severity: "info" }), condition({ id: "b", noMessage: true })];
  expect(times(tellOver(HOUR, (ms) => (ms < MINUTE ? [quiet, ...silent] : silent)))).toEqual([0]);
});

it("messages: one that the receiver did not take is announced at the next look", () => {
  const said = tellOver(
    3 * DAY,
    () => [condition()],
    (ms) => ms > DAY,
  );
  expect(times(said).slice(0, 2)).toEqual([DAY + MINUTE, DAY + HOUR + MINUTE]);
  const over = tellOver(
    DAY,
    (ms) => (ms < HOUR ? [condition()] : []),
    (ms) => ms > HOUR,
  );
  expect(over).toEqual([]);
});

it("messages: a clock that is set back by a year hides nothing for longer than a day", () => {
  const once = { first: condition(), at: at(0).toISOString(), times: 3, severity: "problem", each: [] };
  expect(dueMessages([condition()], { "channel.failing": once }, at(-365 * DAY)).due).toHaveLength(1);
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
  const many = arrivalMessage(Array(8).fill({ ...arrival, state: "held" }));
  expect(many.title).toBe("8 new requests");
  expect(many.text.split("\n").slice(4)).toEqual([
    expect.stringContaining("will be sent later"),
    "And 3 more.",
  ]);
});

/** A notifier, and what its receiver took. No time passes but with `titlesAfter`. */
function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const took: Message[] = [];
  let isDown = false;
  const failing: Observed["failing"] = {};
  const send = async (message: Message) => {
    if (isDown) throw Object.assign(new Error(), { code: "status 503" });
    took.push(message);
  };
  const notifier = makeNotifier(send, { failing });
  const setDown = (value: boolean) => {
    isDown = value;
  };
  /** The titles of what was taken once so much time has passed. */
  const titlesAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    return took.map(({ title }) => title);
  };
  return { ...notifier, titlesAfter, failing, setDown };
}

it("notifier: it sends the first arrival at once, and what comes within a minute in one more", async () => {
  const { arrived, titlesAfter } = setUp();
  for (let n = 0; n < 4; n++) arrived({ ...arrival, state: "accepted" });
  expect(await titlesAfter(0)).toEqual(["4 new requests"]);
  for (let n = 0; n < 3; n++) arrived({ ...arrival, state: "accepted" });
  expect(await titlesAfter(59_999)).toHaveLength(1);
  expect(await titlesAfter(1)).toEqual(["4 new requests", "3 new requests"]);
});

it("notifier: it sends what waits before the process ends", async () => {
  const { arrived, flush, titlesAfter } = setUp();
  arrived(arrival);
  await titlesAfter(0);
  arrived(arrival);
  flush();
  expect(await titlesAfter(0)).toHaveLength(2);
});

it("notifier: what a receiver did not take is sent once it is back, arrivals first", async () => {
  const { arrived, announce, titlesAfter, failing, setDown } = setUp();
  setDown(true);
  arrived(arrival);
  await titlesAfter(0);
  expect(failing.notify?.code).toBe("status 503");
  const announced = await announce([condition()], {});
  expect(announced).toEqual({});
  setDown(false);
  expect(Object.keys(await announce([condition()], announced))).toEqual(["channel.failing"]);
  expect(await titlesAfter(0)).toEqual(["New quote request", "The service fails"]);
  expect(failing.notify).toBeUndefined();
});

it("message: it has its words and facts in JSON, or a title, a priority and tags for ntfy", async () => {
  const receiver = await startReceiver();
  const [due] = dueMessages([condition()], {}, at(0)).due;
  if (!due) throw new Error("nothing is due");
  await makeSend({ url: receiver.url("/hook"), format: "json" }, "Dig")(due.message);
  await makeSend({ url: receiver.url("/topic"), format: "ntfy" }, "Dig é")(due.message);
  receiver.close();
  const [json, ntfy] = receiver.received;
  expect(JSON.parse(json?.body ?? "")).toMatchObject({
    type: "condition.began",
    data: {
      site: "Dig",
      title: "The service fails",
      text: "It does (reply 404). Do this.",
      condition: "channel.failing",
    },
  });
  expect(ntfy?.headers).toMatchObject({ title: "The service fails", priority: "high", tags: "warning" });
  expect(ntfy?.body).toBe("Dig é: It does (reply 404). Do this.");
});
