import * as z from "zod";
import {
  calledUrl,
  choice,
  databaseUrl,
  email,
  line,
  mailbox,
  mailboxes,
  number,
  phone,
  smtpUrl,
  text,
  webUrl,
  whole,
} from "~/config/setting-types.server";

/** Defaults that nobody mistakes for real values (`.example` and 555 numbers are reserved for this). */
export const PLACEHOLDERS = {
  BUSINESS_NAME: "Hometown Excavating",
  BUSINESS_PHONE: "(269) 555-0123",
  BUSINESS_EMAIL: "quotes@hometown-excavating.example",
  BUSINESS_PO_BOX: "P.O. Box 100",
  BUSINESS_TOWN: "Anytown",
  BUSINESS_POSTAL_CODE: "49000",
  BUSINESS_FACEBOOK_URL: "https://www.facebook.com/",
} as const;

/** What .env.example shows for settings without a default. */
export const SAMPLES = {
  SITE_URL: "https://www.example.com",
  FORWARD_URL: "https://formsubmit.co/ajax/YOUR-FORM-ID",
  DATABASE_URL: "postgres://user:password@database.example.com/excavation",
  SMTP_URL: "smtps://user:password@mail.example.com",
  MAIL_TO: "owner@example.com",
  MAIL_FROM: "website@example.com",
  NOTIFY_URL: "https://ntfy.sh/...",
  HEARTBEAT_URL: "https://hc-ping.com/...",
} as const;

/** How a sample is recognized: example.com, which nobody can own, or a blank to fill in. */
const SAMPLE = /(?<![\w-])example\.com(?![\w.-])|YOUR-FORM-ID|(?:^|\/)<[^>]*>$|\.\.\.$/i;

/** Whether a value is a sample from .env.example, still to be filled in. */
export const isSample = (value = "") => SAMPLE.test(value);

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "none"] as const;

const fields = {
  PORT: whole(3000, 1, 65535).describe("port to listen on"),
  HOST: z.string().optional().describe("address to listen on; default: all interfaces"),
  SITE_URL: webUrl
    // With a path, even just "/", Caddy would serve only that path.
    .regex(/^https?:\/\/[^/\\?#@]+$/i, "must be scheme and host only, without / at the end")
    .optional()
    .describe(
      "the URL visitors use: scheme and host only, no `/` at the end. It is in canonical links, the sitemap and link previews; the forwarding service gets it as `Origin`",
    ),
  BUSINESS_NAME: text(PLACEHOLDERS.BUSINESS_NAME).describe("company name"),
  BUSINESS_PHONE: phone.default(PLACEHOLDERS.BUSINESS_PHONE).describe("phone number, as people write it"),
  BUSINESS_EMAIL: email.default(PLACEHOLDERS.BUSINESS_EMAIL).describe("email address"),
  BUSINESS_PO_BOX: text(PLACEHOLDERS.BUSINESS_PO_BOX).describe("P.O. box"),
  BUSINESS_STREET: line(100).describe("street address, beside or instead of the P.O. box"),
  BUSINESS_TOWN: text(PLACEHOLDERS.BUSINESS_TOWN).describe("town of the address"),
  BUSINESS_POSTAL_CODE: text(PLACEHOLDERS.BUSINESS_POSTAL_CODE).describe("ZIP code of the address"),
  BUSINESS_FACEBOOK_URL: text(PLACEHOLDERS.BUSINESS_FACEBOOK_URL)
    .refine((url) => url === "none" || webUrl.safeParse(url).success, "must be a full http(s) URL, or none")
    .describe("Facebook page; `none` removes the footer's icon"),
  BUSINESS_SMS: phone.optional().describe("number for text messages; phones get a Text button"),
  BUSINESS_LICENSE: line(100).describe("your license or insurance, as visitors should see it"),
  BUSINESS_REVIEWS_URL: webUrl.optional().describe("page with reviews of the company"),
  BUSINESS_OWNER: line(100).describe("the owner's name, beside the phone number and on the about page"),
  BUSINESS_NOTICE: line(200).describe("a line at the top of every page, for example `Closed Nov 26-29`"),
  BUSINESS_NOTICE_UNTIL: z.iso
    .date("must be a date like 2026-11-29")
    .optional()
    .describe("last day to show the notice; it disappears at midnight"),
  FORWARD_URL: calledUrl.describe(
    "full URL of your form at the forwarding service; for FormSubmit the `/ajax/` URL, the only one that says whether a request was accepted. Without it or `SMTP_URL`, requests are saved but not sent, and a site with `SITE_URL` refuses to start",
  ),
  FORWARD_TIMEOUT_MS: whole(10_000, 100, 60_000).describe("time limit for one attempt, in milliseconds"),
  SMTP_URL: smtpUrl.describe(
    "mail server, with user and password (percent-encode special characters); needs `MAIL_TO`. An `smtp://` server must offer STARTTLS, unless the URL ends in `?requireTLS=false`",
  ),
  MAIL_TO: mailboxes.describe("where requests are emailed; separate several addresses with commas"),
  MAIL_FROM: mailbox.describe(
    "sender of those emails; the mail server must allow it; default: the first of `MAIL_TO`",
  ),
  MAIL_AFTER_S: whole(900, 0, 86_400).describe(
    "with `FORWARD_URL` and `SMTP_URL`: seconds until a request that is not yet clearly accepted is also emailed; `0` emails every request immediately",
  ),
  OUTBOX_DIR: text("./outbox").describe("folder where requests are saved; in a container, on a volume"),
  DATABASE_URL: databaseUrl.describe(
    "PostgreSQL, in place of `OUTBOX_DIR`, to share requests among several machines: see docs/scaling.md",
  ),
  KEEP_SENT_DAYS: whole(30, 0, 3650).describe(
    "days to keep a copy of an accepted request in `sent/`, in case the service never emailed it; 0 deletes it at once. The privacy policy states this number",
  ),
  REDELIVERY_WAITS_S: text("900,3600,14400,43200,86400")
    .refine(
      (waits) => /^[1-9]\d{0,6}(\s*,\s*[1-9]\d{0,6})*$/.test(waits),
      "must be whole seconds, separated by commas",
    )
    .transform((waits) => waits.split(",").map(Number))
    .describe(
      "seconds to wait between attempts, each ±20%; the last one repeats. After 14 days a request moves to `dead/`",
    ),
  RATE_LIMIT_MAX: whole(5, 1, 1_000_000).describe(
    "requests allowed per window from one client address; 4 times as many from its network, 40 times from all visitors together. Requests over a limit are held and sent later",
  ),
  RATE_LIMIT_WINDOW_S: whole(600, 1, 86_400).describe("length of that window, in seconds"),
  TRUSTED_PROXIES: whole(0, 0, 10).describe(
    "number of your own proxies in front of the site; if wrong, all visitors may share one rate limit. `compose.yaml` sets 1, for Caddy; with a CDN, set 2",
  ),
  NOTIFY_URL: calledUrl.describe(
    "webhook or ntfy topic that gets a message for each request and each problem, without personal data. Anyone who has it can read the messages or send their own, so keep it secret",
  ),
  NOTIFY_FORMAT: choice(["json", "ntfy"], "json").describe("`json` for a webhook, `ntfy` for an ntfy topic"),
  REPORT_DAY: choice(DAYS, "monday").describe(
    "day of the weekly email to `MAIL_TO`, at 7 a.m. local time: what is wrong, and all requests since the last one with names and phone numbers; `none` turns it off",
  ),
  HEARTBEAT_URL: calledUrl.describe(
    "requested every five minutes while there is no problem; a service like healthchecks.io alerts you when that stops",
  ),
  METRICS_PORT: number(1, 65_535)
    .optional()
    .describe("port for Prometheus metrics; keep it off the internet"),
  LOG_LEVEL: choice(["debug", "info", "warn", "error"], "info").describe(
    "lowest level to log: `debug`, `info`, `warn` or `error`",
  ),
};

/** All settings with their checks, defaults and descriptions, from which the README's table is written. */
export const settings = z
  .object(fields)
  .refine((s) => s.METRICS_PORT !== s.PORT, { path: ["METRICS_PORT"], error: "must not be PORT" });
