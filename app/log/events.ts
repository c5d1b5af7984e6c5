export type Level = "debug" | "info" | "warn" | "error";

/** The events of the site; docs/log.md says what each means. */
export type EventName =
  | "channel.stuck"
  | `${"heartbeat" | "metrics" | "notify" | "report"}.failed`
  | `outbox.${"created" | "damaged" | "durable" | "future" | "key" | "moved" | "partial" | "released"}`
  | `outbox.${"replaced" | "unreadable" | "unwritable" | "waiting"}`
  | "page.render_failed"
  | "problem.over"
  | `proxy.${"missing" | "unexpected"}`
  | `quote.${"arrived" | "attempt_failed" | "dead" | "delivered" | "limited" | "lost" | "partial" | "received"}`
  | `quote.${"removed" | "repeated" | "restored"}`
  | "report.sent"
  | "settings.unset"
  | `site.${"connections_dropped" | "fault" | "overloaded" | "started"}`;

/** The fields of an event: ids, counts, classes and times, nothing personal. Listeners read the fields named here. */
export type Facts = Record<string, unknown> & {
  channel?: string;
  class?: string;
  form?: string;
  service?: string;
  state?: "accepted" | "waiting" | "held";
  ms?: number;
  problem?: EventName;
};
