import { expect, it } from "vitest";
import { type Config, parseConfig } from "~/config/config.server";
import type { EventName, Facts as LogFacts } from "~/log/events";
import type { Facts } from "~/monitoring/conditions/condition.server";
import { makeGather } from "~/monitoring/gather.server";
import { makeHealth } from "~/monitoring/health.server";
import { type Health, writeTested } from "~/monitoring/health-file.server";
import type { Message } from "~/monitoring/messages.server";
import { makeNotifier } from "~/monitoring/notifier.server";
import { makeObserved } from "~/monitoring/observed.server";
import { writeReport } from "~/monitoring/report-note.server";
import type { Outbox } from "~/quote/outbox/outbox.server";
import { ago, facts, failing, HOURS, NOW, waiting } from "./facts";

/** The look: who speaks of what, and what the next process knows. */

const SNAPSHOT = { entries: [], damaged: [] };

let processes = 0;

/** A process over an outbox of which only the metadata are kept. */
function setUp(metadata: Map<string, string>, settings = "a") {
  let now = NOW;
  let given: Facts = facts();
  const disk = { isBroken: false };
  const logged: [event: EventName, condition: unknown][] = [];
  const took: Message[] = [];
  const beats: boolean[] = [];
  const clock = () => now;
  const observed = makeObserved(clock);
  const health = makeHealth({
    observed,
    outbox: {
      readMetadata: async (name) => metadata.get(name),
      writeMetadata: async (name, text) => {
        if (disk.isBroken) throw new Error("broken");
        metadata.set(name, text);
      },
    },
    gather: async () => given,
    notifier: makeNotifier(async (message) => void took.push(message), observed, clock),
    beat: async (isWell) => void beats.push(isWell),
    log: (_, event, { condition, code }: LogFacts) => void logged.push([event, condition ?? code]),
    now: clock,
    ...{ instance: `process ${++processes}`, version: "1", settings },
  });
  return {
    ...{ health, logged, beats, observed, disk },
    file: (): Health => JSON.parse(metadata.get("health.json") ?? "{}"),
    /** Looks twice, so that what was announced is written, with these facts. Returns the titles of what was announced. */
    look: async (next: Facts, { leads = true, minutes = 0 } = {}) => {
      now = new Date(now.getTime() + minutes * 60_000);
      given = { ...next, now };
      took.length = 0;
      for (const _ of [1, 2]) {
        await health.look(leads ? SNAPSHOT : undefined);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return took.map(({ title }) => title);
    },
  };
}
const waits = () => facts({}, { waiting: [waiting(HOURS)] });
const WAITS = /^1 request waiting since/;

it("health: the next process says nothing twice, and says the end of what it has not begun", async () => {
  const metadata = new Map<string, string>();
  expect(await setUp(metadata).look(waits())).toEqual([expect.stringMatching(WAITS)]);
  const next = setUp(metadata);
  expect(next.health.conditions()).toBeUndefined();
  expect(await next.look(waits(), { minutes: 1 })).toEqual([]);
  expect(next.logged).toEqual([["condition.began", "requests.waiting"]]);
  expect(await next.look(facts(), { minutes: 1 })).toEqual([]);
  expect(await next.look(facts(), { minutes: 5 })).toEqual([
    expect.stringMatching(/^Resolved: 1 request waiting/),
  ]);
});

it("health: a channel's failures are known after a restart, unless the settings have changed", async () => {
  const metadata = new Map<string, string>();
  const first = setUp(metadata);
  first.observed.channels.set("forward", failing(HOURS, "misconfigured", 404));
  await first.look(facts());
  const written = metadata.get("health.json") ?? "";
  for (const settings of ["a", "b"]) {
    const next = setUp(new Map([["health.json", written]]), settings);
    await next.look(facts());
    const known = settings === "a" ? failing(HOURS, "misconfigured", 404) : undefined;
    expect(next.observed.channels.get("forward")).toEqual(known);
  }
});

it("health: a lost request is known after a restart, also with other settings", async () => {
  const metadata = new Map<string, string>();
  await setUp(metadata).look(facts({ lost: [Date.parse(ago(5))] }));
  const next = setUp(metadata, "b");
  await next.look(facts());
  expect(next.observed.lost()).toEqual([Date.parse(ago(5))]);
});

it("health: a process that does not redeliver speaks of itself alone, and writes nothing", async () => {
  const metadata = new Map<string, string>();
  const { look, beats } = setUp(metadata);
  const both = { ...waits(), storage: [{ kind: "unwritable" as const }] };
  expect(await look(both, { leads: false })).toEqual(["Requests cannot be saved"]);
  expect([metadata.size, beats]).toEqual([0, [false, false]]);
});

it("health: what was announced while nothing could be written is not announced again after", async () => {
  const { look, disk, file } = setUp(new Map());
  disk.isBroken = true;
  expect(await look(waits())).toHaveLength(1);
  disk.isBroken = false;
  await look(waits(), { leads: false, minutes: 1 });
  expect(await look(waits(), { minutes: 1 })).toEqual([]);
  expect(Object.keys(file().announced)).toEqual(["requests.waiting"]);
});

it("health: an end that another process announced is not announced again", async () => {
  const metadata = new Map<string, string>();
  const first = setUp(metadata);
  await first.look(waits());
  const second = setUp(metadata);
  await second.look(facts(), { minutes: 1 });
  expect(await second.look(facts(), { minutes: 5 })).toHaveLength(1);
  await first.look(facts(), { leads: false, minutes: 7 });
  for (const minutes of [1, 6]) expect(await first.look(facts(), { minutes })).toEqual([]);
});

const FORWARD = { channel: "forward", class: "blocked", status: 403 };
const configOf = (FORWARD_URL: string) => parseConfig({ FORWARD_URL }).config as Config;
const config = configOf("http://dig.example");

/** Gathers, over an outbox of which only the metadata are kept, what `names` the channels that fail. */
function setUpGather() {
  const metadata = new Map<string, string>();
  const outbox = {
    ...{ advice: {}, troubles: async () => [], ids: async () => [] },
    readMetadata: async (name: string) => metadata.get(name),
    writeMetadata: async (name: string, text: string) => void metadata.set(name, text),
  } as unknown as Outbox;
  const observed = makeObserved(() => NOW);
  const deps = { outbox, config, observed, turnedAway: () => undefined, now: () => NOW };
  const gather = makeGather({ ...deps, channels: [{ name: "forward", delayMs: 0 }] });
  const named = async () => (await gather(SNAPSHOT)).named;
  const failing = async () =>
    (await gather(SNAPSHOT)).channels.flatMap((one) => one.failing?.failure.class ?? []);
  return { outbox, observed, failing, named };
}

it.each([
  ["it was accepted later, with these settings", 5, true, []],
  ["it was accepted before that failed", 120, true, ["misconfigured"]],
  ["it was accepted with other settings", 5, false, ["misconfigured"]],
  ["its clock was ahead", -60, true, ["misconfigured"]],
])(
  "gather: a channel fails no more when the doctor sent a TEST and %s",
  async (_, minutes, isSame, classes) => {
    const { outbox, observed, failing: classesNow } = setUpGather();
    observed.channels.set("forward", failing(HOURS, "misconfigured", 404));
    const tested = isSame ? config : configOf("http://other.example");
    await writeTested(outbox, tested, ["forward"], new Date(ago(minutes)));
    expect(await classesNow()).toEqual(classes);
  },
);

it("gather: a channel still fails in a look whose snapshot is from before it accepted a request", async () => {
  const { outbox, observed, failing } = setUpGather();
  observed.listen("warn", "quote.attempt_failed", FORWARD);
  // The first thing that a look waits for.
  outbox.readMetadata = async () => void observed.listen("info", "quote.delivered", FORWARD);
  expect([await failing(), await failing()]).toEqual([["blocked"], []]);
});

it("gather: a request that an email named stays named while that cannot be read", async () => {
  const { outbox, named } = setUpGather();
  await writeReport(outbox, { named: { ab12: ago(5) } });
  expect(await named()).toEqual({ ab12: ago(5) });
  outbox.readMetadata = () => Promise.reject(new Error("broken"));
  expect(await named()).toEqual({ ab12: ago(5) });
});

it("observed: an address is refused from the first email that it did not get to the first that it did", () => {
  let minutes = 5;
  const observed = makeObserved(() => new Date(ago(minutes--)));
  const mailed = (name: string) =>
    observed.listen("info", "quote.delivered", { channel: "mail", class: name });
  for (const name of ["mail-partly-accepted", "mail-partly-accepted"]) mailed(name);
  observed.listen("info", "quote.delivered", { channel: "forward", class: "accepted" });
  expect(observed.addressRefused()).toBe(ago(5));
  mailed("mail-accepted");
  expect(observed.addressRefused()).toBeUndefined();
});

it("observed: a channel fails since its first failure, and a lost request is known for a day", () => {
  let minutes = 2 * 24 * HOURS;
  const observed = makeObserved(() => new Date(ago(minutes)));
  observed.listen("error", "quote.attempt_failed", FORWARD);
  minutes -= HOURS;
  observed.listen("error", "quote.attempt_failed", { ...FORWARD, class: "quota", status: 402 });
  expect(observed.channels.get("forward")).toEqual({
    since: ago(2 * 24 * HOURS),
    failure: { class: "quota", status: 402, code: undefined, location: undefined },
  });
  observed.listen("info", "quote.delivered", { channel: "forward" });
  expect(observed.channels.size).toBe(0);
  // The mail server has taken the weekly email.
  observed.listen("error", "quote.attempt_failed", { ...FORWARD, channel: "mail" });
  observed.listen("info", "report.sent", {});
  expect(observed.channels.size).toBe(0);
  observed.listen("error", "quote.lost", {});
  observed.listen("error", "site.fault", { code: "TypeError" });
  minutes -= 24 * HOURS - 1;
  expect([observed.lost().length, observed.faults()]).toEqual([1, ["TypeError"]]);
  minutes -= 1;
  expect([observed.lost(), observed.faults()]).toEqual([[], []]);
});
