export type Level = "debug" | "info" | "warn" | "error";

/** The events of the site; docs/log.md says what each means. */
export type EventName =
  | `condition.${"began" | "over"}`
  | `${"metrics" | "report"}.failed`
  | `outbox.${"created" | "durable" | "future" | "key" | "moved" | "released" | "replaced"}`
  | `outbox.${"unreadable" | "unwritable"}`
  | "page.render_failed"
  | `quote.${"arrived" | "attempt_failed" | "dead" | "delivered" | "limited" | "lost" | "partial" | "received"}`
  | `quote.${"removed" | "repeated" | "restored"}`
  | "report.sent"
  | `site.${"connections_dropped" | "fault" | "overloaded" | "started"}`;

/** The fields of an event: ids, counts, classes and times, nothing personal. Listeners read the fields named here. */
export type Facts = Record<string, unknown> & {
  channel?: string;
  class?: string;
  form?: string;
  service?: string;
  state?: "accepted" | "waiting" | "held";
  thanked?: boolean;
  presumed?: boolean;
  ms?: number;
  id?: string;
  status?: number;
  code?: string;
  location?: string;
};
