export type Level = "debug" | "info" | "warn" | "error";

/** What is logged besides: ids, counts, classes and times; nothing personal. */
type More = Record<string, unknown>;

/** An attempt to send a request. Without a channel, none is set up. */
type Attempted = More & { channel?: string; class: string; ms?: number };

/** Events that others listen to besides the log, with what they read of them. */
type Heard = Record<`quote.${"delivered" | "gone" | "kept" | "unsent"}`, Attempted> & {
  "quote.arrived": More & { form: string; service: string; state: "accepted" | "waiting" | "held" };
  "problem.over": More & { problem: EventName };
};

type Logged =
  | "channel.stuck"
  | "database.away"
  | `${"heartbeat" | "metrics" | "notify" | "report"}.failed`
  | `outbox.${"created" | "damaged" | "durable" | "future" | "key" | "leftover" | "partial" | "replaced"}`
  | `outbox.${"unreadable" | "unwritable" | "waiting"}`
  | "page.uncached"
  | `proxy.${"missing" | "unexpected"}`
  | `quote.${"dead" | "halved" | "limited" | "lost" | "received" | "repeated" | "restored"}`
  | "report.sent"
  | "settings.unset"
  | `site.${"cut" | "fault" | "overloaded" | "started"}`;

/** The events of the site; docs/log.md says what each means. */
export type EventName = keyof Heard | Logged;

/** An event as it is logged; a listener tells them apart by name. */
export type Event =
  | { [Name in keyof Heard]: [level: Level, event: Name, facts: Heard[Name]] }[keyof Heard]
  | [level: Level, event: Logged, facts: More];
