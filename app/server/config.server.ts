import { z } from "zod";
import type { Business } from "~/site/business";

/** Defaults that nobody can take for real ones (`.example` and 555 numbers are reserved for this). */
const PLACEHOLDERS = {
  BUSINESS_NAME: "Hometown Excavating",
  BUSINESS_PHONE: "(269) 555-0123",
  BUSINESS_EMAIL: "quotes@hometown-excavating.example",
  BUSINESS_PO_BOX: "P.O. Box 100",
  BUSINESS_TOWN: "Anytown",
  BUSINESS_POSTAL_CODE: "49000",
} as const;

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
  PORT: whole(3000, 1, 65535),
  HOST: z.string().optional(),
  SITE_URL: webAddress
    .refine(
      (url) => !URL.canParse(url) || new URL(url).href === `${new URL(url).origin}/`,
      "must have no path or query",
    )
    .optional(),
  BUSINESS_NAME: text(PLACEHOLDERS.BUSINESS_NAME),
  BUSINESS_PHONE: text(PLACEHOLDERS.BUSINESS_PHONE).refine(
    (phone) => phone.replace(/\D/g, "").length >= 7,
    "must be a phone number with at least 7 digits",
  ),
  BUSINESS_EMAIL: z.email("must be an email address").default(PLACEHOLDERS.BUSINESS_EMAIL),
  BUSINESS_PO_BOX: text(PLACEHOLDERS.BUSINESS_PO_BOX),
  BUSINESS_TOWN: text(PLACEHOLDERS.BUSINESS_TOWN),
  BUSINESS_POSTAL_CODE: text(PLACEHOLDERS.BUSINESS_POSTAL_CODE),
  BUSINESS_FACEBOOK_URL: webAddress.optional(),
  FORWARD_URL: webAddress.optional(),
  FORWARD_TIMEOUT_MS: whole(10_000, 100, 60_000),
  DELIVERY: z.enum(["forward", "mail"], "must be forward or mail").optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// address" }).optional(),
  MAIL_TO: z.email("must be an email address").optional(),
  MAIL_FROM: z.email("must be an email address").optional(),
  MAIL_AFTER_S: whole(900, 0, 86_400),
  OUTBOX_DIR: text("./outbox"),
  VALKEY_URL: z.url({ protocol: /^rediss?$/, error: "must be a redis:// or rediss:// address" }).optional(),
  VALKEY_PREFIX: text("site").refine(
    (prefix) => /^[\w.-]+$/.test(prefix),
    "must be letters, digits, dots, dashes and underscores",
  ),
  REDELIVERY_WAITS_S: text("900,3600,14400,43200,86400")
    .refine(
      (waits) => /^[1-9]\d{0,6}(\s*,\s*[1-9]\d{0,6})*$/.test(waits),
      "must be whole seconds, separated by commas",
    )
    .transform((waits) => waits.split(",").map(Number)),
  RELAY_SUSPECTED: z.enum(["true", "false"], "must be true or false").default("false"),
  RATE_LIMIT_MAX: whole(5, 1, 1_000_000),
  RATE_LIMIT_WINDOW_S: whole(600, 1, 86_400),
  TRUSTED_PROXIES: whole(0, 0, 10),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error").default("info"),
};

/** Every setting there is. */
export const SETTING_NAMES = Object.keys(fields);

const settings = z
  .object(fields)
  .refine((s) => !s.SMTP_URL === !s.MAIL_TO, {
    path: ["SMTP_URL"],
    error: "and MAIL_TO belong together: set both or none",
  })
  .refine((s) => s.DELIVERY !== "mail" || s.SMTP_URL, {
    path: ["DELIVERY"],
    error: "mail needs SMTP_URL and MAIL_TO",
  });

/** `tel:` address of a phone number as people write it; ten digits, or eleven from 1, are a North American number. */
function telephoneHref(phone: string) {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return `tel:+${digits}`;
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `tel:+${digits}` : `tel:${digits}`;
}

/**
 * Reads the settings out of an environment. An empty value counts as not set.
 *
 * @returns the parsed settings, or `faults`: one line for each setting that cannot be used
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  if (!result.success) {
    return { faults: result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) };
  }
  const s = result.data;
  const business: Business = {
    name: s.BUSINESS_NAME,
    phone: s.BUSINESS_PHONE,
    phoneHref: telephoneHref(s.BUSINESS_PHONE),
    email: s.BUSINESS_EMAIL,
    address: { poBox: s.BUSINESS_PO_BOX, town: s.BUSINESS_TOWN, postalCode: s.BUSINESS_POSTAL_CODE },
    facebookUrl: s.BUSINESS_FACEBOOK_URL,
  };
  return {
    config: {
      siteOrigin: new URL(s.SITE_URL ?? `http://localhost:${s.PORT}`).origin,
      business,
      forwardUrl: s.FORWARD_URL,
      forwardTimeoutMs: s.FORWARD_TIMEOUT_MS,
      /** The way a request takes while the visitor waits. Who sets nothing but mail wants mail. */
      delivery: s.DELIVERY ?? (s.SMTP_URL && !s.FORWARD_URL ? "mail" : "forward"),
      mailSettings:
        s.SMTP_URL && s.MAIL_TO
          ? { smtpUrl: s.SMTP_URL, to: s.MAIL_TO, from: s.MAIL_FROM ?? s.MAIL_TO }
          : undefined,
      mailAfterS: s.MAIL_AFTER_S,
      redeliveryWaitsS: s.REDELIVERY_WAITS_S,
      relaySuspected: s.RELAY_SUSPECTED === "true",
      rateLimitMax: s.RATE_LIMIT_MAX,
      rateLimitWindowS: s.RATE_LIMIT_WINDOW_S,
      outboxDir: s.OUTBOX_DIR,
      valkeySettings: s.VALKEY_URL ? { url: s.VALKEY_URL, prefix: s.VALKEY_PREFIX } : undefined,
      trustedProxies: s.TRUSTED_PROXIES,
      logLevel: s.LOG_LEVEL,
      /** Names of the settings about the company that are still on their placeholder. */
      placeholders: Object.keys(PLACEHOLDERS).filter((name) => !given[name]),
      siteUrlGiven: s.SITE_URL !== undefined,
    },
  };
}

export type Config = NonNullable<ReturnType<typeof parseConfig>["config"]>;

function parseOrExit(): Config {
  const { config, faults } = parseConfig(process.env);
  if (config) return config;
  process.stderr.write(
    `The site did not start: ${faults.length} setting(s) cannot be used.\n${faults.map((fault) => `  ${fault}\n`).join("")}Mend them in the environment or in .env (see .env.example) and start again.\n`,
  );
  process.exit(1);
}

/** The settings of this process, parsed once at start; a fault in them ends it with status 1. */
export const config = parseOrExit();
