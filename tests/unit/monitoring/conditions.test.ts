import { expect, it } from "vitest";
import type { Facts, OutboxFacts } from "~/monitoring/conditions/condition.server";
import { CONDITION_IDS, conditionsOf } from "~/monitoring/conditions/conditions.server";
import { ago, DAYS, facts, failed, failing, HOURS, NOW, waiting } from "./facts";

/** The table of conditions: when each holds, and what it says. */

const blocked = { forward: failed("blocked", { status: 403 }) };
const both = (forward?: ReturnType<typeof failing>, mail?: typeof forward): Partial<Facts> => ({
  mailAfterMs: 15 * 60_000,
  channels: [
    { name: "forward", failing: forward },
    { name: "mail", failing: mail },
  ],
});
const accepted = failed("accepted", { accepted: true });
const dead = { id: "ab12", at: ago(60 * DAYS), failure: { class: "server-error", status: 500 } };
const gone = { dead: [dead] };
const LOST = NOW.getTime() - 60_000;
const named = (days: number) => facts({ named: { ab12: ago(days * DAYS) } }, gone);
const turnedAway = (saved: number, refused: number, addresses: number) => ({
  ...{ saved, refused, addresses, networks: 2, sinceMs: NOW.getTime() - 20 * 60_000 },
});
/** A site where nothing is odd but what its outbox holds. */
const holding = (outbox: Partial<OutboxFacts>) => facts({}, outbox);
const emailed = (outbox: Partial<OutboxFacts>) => facts(both(), outbox);
const alone = (minutes: number) =>
  facts({ channels: [{ name: "forward", failing: failing(minutes, "quota", 402) }] });
const stored = (kind: Facts["storage"][number]["kind"], detail = "Do this.") =>
  facts({ storage: [{ kind, detail, code: "EIO" }] });
const way = (minutes: number, code: string) => ({ since: ago(minutes), code });
const setting = (level: "warn" | "fail", about: string, text: string) => ({
  settings: [{ level, about, text }],
});

/** Begins a condition's line in what is said. */
const LINE = /^(problem|notice|info|urgent) /;

const [DEAD, WAITS] = ["problem requests.given_up", "problem requests.waiting"];
type Case = [when: string, given: Facts, ...expected: (string | RegExp)[]];
const CASES: Case[] = [
  [
    "one request was given up",
    holding(gone),
    "problem requests.given_up 1 request GIVEN UP: call the visitor",
    /not sent again: ab12\. .*problem of its own \(reply 500\)\.\nThe next weekly email .* number\. To see them now/,
  ],
  [
    "two were given up, and one may have arrived",
    holding({ dead: [dead, { ...dead, id: "cd34", mayHaveArrived: true }] }),
    "problem requests.given_up 2 requests GIVEN UP: call the visitors",
    /A request may have arrived: check your mailbox before you call\./,
  ],
  ["no weekly email comes", facts({ hasWeeklyEmail: false }, gone), DEAD, /\nTo see the name .*: outbox/],
  ["an email named it 29 days ago", named(29), DEAD, /The last weekly email has the name and phone number/],
  ["an email named it 30 days ago", named(30)],
  ["a request has waited for 14 minutes", holding({ waiting: [waiting(14)] })],
  [
    "a request has waited for 15 minutes",
    holding({ waiting: [waiting(15, blocked, { waitingSince: ago(15) }), waiting(5)] }),
    "problem requests.waiting 2 requests waiting since Nov 26, 9:45 AM",
    /bot protection blocks this server.*\(reply 403\)[\s\S]*at least until Dec 10\. .*To call .*: outbox show ID/,
  ],
  [
    "the next attempt has a time",
    holding({ waiting: [waiting(15, { ...blocked, mail: failed("blocked", { next: ago(-180) }) })] }),
    WAITS,
    /next on Nov 26, 1:00 PM\. Once the cause is fixed: outbox now all\./,
  ],
  [
    "redirects end sooner",
    holding({ waiting: [waiting(15, { forward: failed("redirected") }, { waitingSince: ago(15) })] }),
    WAITS,
    /three times at most\..*\nThe site keeps trying\. Once the cause/,
  ],
  [
    "both channels gave no response",
    emailed({
      waiting: [waiting(25, { forward: failed("unknown"), mail: failed("mail-unknown", { uncertain: 3 }) })],
    }),
    WAITS,
    /sent to the forwarding service, but no response.*sent to the mail server three times or more, but no response/,
  ],
  ["nobody tried yet", holding({ waiting: [waiting(15)] }), WAITS, /Not tried yet/],
  ["the email has its turn first", emailed({ waiting: [waiting(24)] })],
  ["the email had its turn", emailed({ waiting: [waiting(25)] }), WAITS],
  ["a file is bad", holding({ damaged: ["x.json"] }), "problem requests.damaged 1 request file", /x\.json/],
  ["one channel has it for a while", emailed({ partial: [waiting(DAYS - 1, { forward: accepted })] })],
  [
    "one channel has it for a day",
    emailed({ partial: [waiting(DAYS, { forward: accepted, mail: failed("mail-full", { status: 552 }) })] }),
    "notice requests.partial 1 request reached you one way only",
    /The mail server has not .*MAIL_TO is full.*\(reply 552\)[\s\S]*with channel\.failing mail/,
  ],
  ["a channel has failed for 59 minutes", alone(59)],
  [
    "the only channel has failed for an hour",
    alone(HOURS),
    "problem channel.failing forward The forwarding service has accepted nothing since Nov 26, 9:00 AM",
    /limit for this month .*\(reply 402\)\..* Requests are saved[\s\S]*doctor --send .*A TEST that is accepted/,
  ],
  [
    "the other channel carries everything",
    facts(both(failing(2 * HOURS, "misconfigured", 404))),
    "notice channel.failing forward",
    /does not know this form.*\(reply 404\)\. .*Requests are sent through the mail server meanwhile/,
  ],
  [
    "requests wait for it",
    { ...alone(HOURS), outbox: holding({ waiting: [waiting(HOURS, blocked)] }).outbox },
    "problem requests.waiting",
    "problem channel.failing forward",
    "with requests.waiting",
  ],
  [
    "both channels fail",
    facts(both(failing(HOURS, "blocked"), failing(HOURS, "mail-refused", 535))),
    "problem channel.failing forward",
    "problem channel.failing mail",
  ],
  [
    "one of two addresses is refused",
    facts({ ...both(), addressRefused: ago(5) }),
    "notice channel.address_refused An address in MAIL_TO does not get",
    /only the others get the email\..*its mailbox is full\.\nThe next request that all/,
  ],
  ["one was lost", facts({ lost: [LOST] }), "problem requests.lost", /LOST since .*9:59 AM\n.*call you/],
  [
    "many came at once, and all were saved",
    facts({ turnedAway: turnedAway(3, 0, 2) }),
    "notice visitors.refused Many requests at once",
    /3 requests were over the limits: 3 saved, .*; 0 not saved.*2 networks/,
  ],
  [
    "one visitor was refused",
    facts({ turnedAway: turnedAway(4, 1, 1) }),
    "problem visitors.refused 1 request TURNED AWAY",
    /4 saved, to be sent later; 1 not saved[\s\S]*try again or to call\. All came from one address.*TRUSTED_PROXIES/,
  ],
  ["a proxy is unexpected", facts({ proxies: "unexpected" }), "notice proxies.wrong", /TRUSTED_PROXIES to 1/],
  ["a proxy is missing", facts({ proxies: "missing" }), "notice proxies.wrong", /Lower TRUSTED_PROXIES/],
  ["a proxy's address came", facts({ proxies: "private" }), "notice proxies.wrong", /private network/],
  ["the weekly email is 23 hours late", facts({ report: way(23 * HOURS, "EAUTH") })],
  ["it is a day late", facts({ report: way(DAYS, "EAUTH") }), "problem report.overdue", /be sent \(EAUTH\)/],
  ["messages fail for 14 minutes", facts({ notify: way(14, "x") })],
  ["messages fail", facts({ notify: way(15, "x") }), "problem notify.failing", /a message since .*\(x\)/],
  ["the heartbeat fails", facts({ heartbeat: way(0, "x") }), "info heartbeat.failing", /alarm \(x\)/],
  ["there was a bug", facts({ faults: ["E", "E"] }), "notice site.fault", /2 errors in the last day \(E\)/],
  ["a setting is missing", facts(setting("warn", "PORT", "is unset")), "info settings.PORT PORT is unset"],
  [
    "nothing is set up to send",
    facts({ channels: [], ...setting("fail", "delivery", "Set FORWARD_URL") }, { waiting: [waiting(HOURS)] }),
    "problem requests.waiting",
    "with settings.delivery",
    "problem settings.delivery",
  ],
  [
    "requests cannot be saved",
    stored("unwritable"),
    "problem storage.unwritable Requests cannot be saved",
    /asked to call you \(EIO\)\.\nDo this/,
  ],
  ["requests cannot be read", stored("unreadable"), "problem storage.unreadable", /\(EIO\)/],
  ["the outbox is gone", stored("missing"), "problem storage.missing", /was there before and is now gone/],
  ["another outbox is there", stored("replaced"), "problem storage.replaced"],
  [
    "the outbox is new",
    stored("created"),
    "urgent notice storage.created New outbox: is this the first start?",
    /earlier requests are not here.*first start this is normal/,
  ],
  ["its key is damaged", stored("key"), "notice storage.key"],
  ["the connection is not encrypted", stored("unencrypted"), "notice storage.unencrypted"],
  ["a restart loses requests", stored("may_lose", "It may."), "notice storage.may_lose", /It may \(EIO\)\./],
  ["the disk is almost full", stored("low_space", "It is."), "notice storage.low_space", /It is \(EIO\)\./],
  ["all is well", facts()],
];

it.each(CASES)("conditions: when %s", (_, given, ...expected) => {
  const said = conditionsOf(given).map(
    ({ isUrgent, severity, id, about, title, text, advice, coveredBy }) => {
      const first = [isUrgent && "urgent", severity, id, about, title].filter(Boolean).join(" ");
      return [first, text, advice, coveredBy && `with ${coveredBy}`].join("\n");
    },
  );
  expect(said.length).toBe(expected.filter((text) => LINE.test(String(text))).length);
  for (const part of expected)
    expect(said.join("\n")).toEqual(
      typeof part === "string" ? expect.stringContaining(part) : expect.stringMatching(part),
    );
});

it("conditions: each is in this table, with words that fit a header and end their sentences", () => {
  const all = CASES.flatMap(([, given]) => conditionsOf(given));
  const ids = new Set(all.map(({ id }) => id).filter((id) => !id.startsWith("settings.")));
  expect([...ids].sort()).toEqual([...CONDITION_IDS].sort());
  for (const { title, text, advice, id } of all) {
    expect(title).toMatch(/^[ -~]{8,75}$/);
    if (!id.startsWith("settings.")) expect(`${text}\n${advice}`).toMatch(/^[A-Z0-9].*\.\n[A-Z]/);
    expect(`${text} ${advice}`).not.toMatch(/ {2}|undefined|\.\.|NaN/);
  }
});

it("conditions: what goes on keeps its beginning, and the most severe comes first", () => {
  const given = { proxies: "missing", ...stored("unwritable"), faults: ["TypeError"] } as const;
  const first = conditionsOf({ ...facts(), ...given, now: new Date(ago(90)) });
  const later = conditionsOf({ ...facts(), ...given, lost: [NOW.getTime()] }, first);
  expect(first.map(({ severity }) => severity)).toEqual(["problem", "notice", "notice"]);
  expect(later.find(({ id }) => id === "storage.unwritable")?.since).toBe(ago(90));
});

it("conditions: while the outbox cannot be read, its conditions stay as they were", () => {
  const before = conditionsOf(facts({ notify: way(60, "x") }, { dead: [dead], waiting: [waiting(60)] }));
  const after = conditionsOf(facts({ outbox: undefined }), before);
  expect(after.map(({ id }) => id)).toEqual(["requests.given_up", "requests.waiting"]);
  expect(after[0]).toEqual(before[0]);
});

it("conditions: 100,000 waiting requests are one when two channels have tried each of them", () => {
  const next = "2026-11-26T18:00:00Z";
  const tries = { forward: failed("blocked", { next }), mail: failed("mail-refused", { next }) };
  const full = conditionsOf(holding({ waiting: Array(100_000).fill(waiting(15, tries)) }));
  expect(full.map(({ title }) => title)).toEqual(["100000 requests waiting since Nov 26, 9:45 AM"]);
});
