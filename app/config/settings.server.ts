import { z } from "zod";

/** Defaults that nobody can take for real ones (`.example` and 555 numbers are reserved for this). */
export const PLACEHOLDERS = {
  BUSINESS_NAME: "Hometown Excavating",
  BUSINESS_PHONE: "(269) 555-0123",
  BUSINESS_EMAIL: "quotes@hometown-excavating.example",
  BUSINESS_PO_BOX: "P.O. Box 100",
  BUSINESS_TOWN: "Anytown",
  BUSINESS_POSTAL_CODE: "49000",
  BUSINESS_FACEBOOK_URL: "https://www.facebook.com/",
} as const;

/** Settings that .env.example shows with a sample in place of a default. */
export const SAMPLED = ["SITE_URL", "FORWARD_URL", "SMTP_URL", "MAIL_TO", "MAIL_FROM", "VALKEY_URL"] as const;

/** What marks a sample: example.com, which nobody can own, or what stands where something is to be filled in. */
const SAMPLE = /(?<![\w-])example\.com(?![\w.-])|YOUR-FORM-ID|<[^>]*>|\.\.\.$/i;

export const isSample = (value: string | undefined) => value !== undefined && SAMPLE.test(value.trim());

const webAddress = z.url({ protocol: /^https?$/, error: "must be a whole http(s) address" });
const text = (fallback: string) => z.string().trim().default(fallback);
const whole = (fallback: number, min: number, max: number) =>
  z.coerce
    .number(`must be a whole number from ${min} to ${max}`)
    .int(`must be a whole number from ${min} to ${max}`)
    .min(min, `must be a whole number from ${min} to ${max}`)
    .max(max, `must be a whole number from ${min} to ${max}`)
    .default(fallback);

const fields = {
  PORT: whole(3000, 1, 65535).describe("port to listen on"),
  HOST: z.string().optional().describe("address to listen on; default: all interfaces"),
  SITE_URL: webAddress
    // Caddy takes a path in its own address, even "/", for all that it should serve.
    .refine(
      (url) => !URL.canParse(url) || /^https?:\/\/[^/\\?#@]+$/i.test(url.trim()),
      "must end after the host, without /",
    )
    .optional()
    .describe(
      "the address visitors use, scheme and host only, no `/` at the end; without it the site has no canonical links and no sitemap",
    ),
  BUSINESS_NAME: text(PLACEHOLDERS.BUSINESS_NAME).describe("company name"),
  BUSINESS_PHONE: text(PLACEHOLDERS.BUSINESS_PHONE)
    .refine((phone) => phone.replace(/\D/g, "").length >= 7, "must be a phone number with at least 7 digits")
    .describe("phone number, as people write it"),
  BUSINESS_EMAIL: z
    .email("must be an email address")
    .default(PLACEHOLDERS.BUSINESS_EMAIL)
    .describe("email address"),
  BUSINESS_PO_BOX: text(PLACEHOLDERS.BUSINESS_PO_BOX).describe("P.O. box"),
  BUSINESS_TOWN: text(PLACEHOLDERS.BUSINESS_TOWN).describe("town of the P.O. box"),
  BUSINESS_POSTAL_CODE: text(PLACEHOLDERS.BUSINESS_POSTAL_CODE).describe("ZIP code of the P.O. box"),
  BUSINESS_FACEBOOK_URL: text(PLACEHOLDERS.BUSINESS_FACEBOOK_URL)
    .refine(
      (url) => url === "none" || webAddress.safeParse(url).success,
      "must be a whole http(s) address, or none",
    )
    .describe("Facebook page; `none` removes the footer's icon"),
  FORWARD_URL: webAddress
    .optional()
    .describe("full URL of your form at the forwarding service; without it requests are saved but not sent"),
  FORWARD_TIMEOUT_MS: whole(10_000, 100, 60_000).describe("time limit for one attempt, in milliseconds"),
  DELIVERY: z
    .enum(["forward", "mail"], "must be forward or mail")
    .optional()
    .describe(
      "how a new request is sent first: `forward` or `mail`; default: `mail` if only mail is set up, else `forward`",
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" })
    .optional()
    .describe(
      "mail server, with user and password; needs `MAIL_TO`. An `smtp://` server must offer STARTTLS unless the URL ends in `?requireTLS=false`",
    ),
  MAIL_TO: z.email("must be an email address").optional().describe("where requests are mailed"),
  MAIL_FROM: z
    .email("must be an email address")
    .optional()
    .describe("sender of those mails; default: `MAIL_TO`"),
  MAIL_AFTER_S: whole(900, 0, 86_400).describe(
    "mail a request that has not been accepted after this many seconds",
  ),
  OUTBOX_DIR: text("./outbox").describe("folder where requests are saved; it must survive a restart"),
  KEEP_SENT_DAYS: whole(30, 0, 3650).describe(
    "days to keep a copy of an accepted request in `sent/`; 0 deletes it at once; the privacy policy states this number",
  ),
  VALKEY_URL: z
    .url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" })
    .optional()
    .describe("Valkey or Redis, shared by several copies of the site; `OUTBOX_DIR` is then the fallback"),
  VALKEY_PREFIX: text("site")
    .refine((prefix) => /^[\w.-]+$/.test(prefix), "must be letters, digits, dots, dashes and underscores")
    .describe("prefix of every key in Valkey; use a different one for each site that shares it"),
  VALKEY_HIDES_SETTINGS: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true` if Valkey does not show its settings and you know that it keeps its data"),
  REDELIVERY_WAITS_S: text("900,3600,14400,43200,86400")
    .refine(
      (waits) => /^[1-9]\d{0,6}(\s*,\s*[1-9]\d{0,6})*$/.test(waits),
      "must be whole seconds, separated by commas",
    )
    .transform((waits) => waits.split(",").map(Number))
    .describe("seconds to wait between attempts; the last repeats"),
  RELAY_SUSPECTED: z
    .enum(["true", "false"], "must be true or false")
    .default("false")
    .describe("`true` also sends what looks like spam"),
  RATE_LIMIT_MAX: whole(5, 1, 1_000_000).describe(
    "requests one client address may send per window; its network may send 4 times as many, all visitors together 40 times",
  ),
  RATE_LIMIT_WINDOW_S: whole(600, 1, 86_400).describe("length of that window, in seconds"),
  TRUSTED_PROXIES: whole(0, 0, 10).describe("number of your own proxies in front of the site"),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error")
    .default("info")
    .describe("`debug`, `info`, `warn` or `error`"),
};

/** Every setting there is. */
export const SETTING_NAMES = Object.keys(fields);

export const settings = z
  .object(fields)
  .refine((s) => !s.SMTP_URL === !s.MAIL_TO, {
    path: ["SMTP_URL"],
    error: "and MAIL_TO belong together: set both or none",
  })
  .refine((s) => s.DELIVERY !== "mail" || s.SMTP_URL, {
    path: ["DELIVERY"],
    error: "mail needs SMTP_URL and MAIL_TO",
  });
