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

const settings = z.object({
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
  OUTBOX_DIR: text("./outbox"),
  TRUSTED_PROXIES: whole(0, 0, 10),
  LOG_LEVEL: z.enum(["debug", "info", "warn", "error"], "must be debug, info, warn or error").default("info"),
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
      outboxDir: s.OUTBOX_DIR,
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
