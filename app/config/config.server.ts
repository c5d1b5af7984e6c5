import { isSample, PLACEHOLDERS, SAMPLED, settings } from "~/config/settings.server";

/** `tel:` address of a phone number as people write it; ten digits, or eleven from 1, are a North American number. */
function telephoneHref(phone: string) {
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return `tel:+${digits}`;
  if (digits.length === 10) return `tel:+1${digits}`;
  return digits.length === 11 && digits.startsWith("1") ? `tel:+${digits}` : `tel:${digits}`;
}

/**
 * Reads the settings out of an environment. An empty value counts as not set, and so does a sample of .env.example: a
 * request sent there would reach nobody, and one that is kept can still be sent.
 *
 * @returns the parsed settings, or `faults`: one line for each setting that cannot be used
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const result = settings.safeParse(given);
  if (!result.success) {
    return { faults: result.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) };
  }
  const samples = SAMPLED.filter((name) => isSample(given[name]));
  const s: typeof result.data = {
    ...result.data,
    ...Object.fromEntries(samples.map((name) => [name, undefined])),
  };
  const mailSettings =
    s.SMTP_URL && s.MAIL_TO
      ? { smtpUrl: s.SMTP_URL, to: s.MAIL_TO, from: s.MAIL_FROM ?? s.MAIL_TO }
      : undefined;
  const business = {
    name: s.BUSINESS_NAME,
    phone: s.BUSINESS_PHONE,
    phoneHref: telephoneHref(s.BUSINESS_PHONE),
    email: s.BUSINESS_EMAIL,
    address: { poBox: s.BUSINESS_PO_BOX, town: s.BUSINESS_TOWN, postalCode: s.BUSINESS_POSTAL_CODE },
    facebookUrl: s.BUSINESS_FACEBOOK_URL === "none" ? undefined : s.BUSINESS_FACEBOOK_URL,
  };
  return {
    config: {
      siteOrigin: new URL(s.SITE_URL ?? `http://localhost:${s.PORT}`).origin,
      business,
      forwardUrl: s.FORWARD_URL,
      forwardTimeoutMs: s.FORWARD_TIMEOUT_MS,
      /** The way a request takes while the visitor waits. Who sets nothing but mail wants mail. */
      delivery: mailSettings ? (s.DELIVERY ?? (s.FORWARD_URL ? "forward" : "mail")) : "forward",
      mailSettings,
      mailAfterS: s.MAIL_AFTER_S,
      redeliveryWaitsS: s.REDELIVERY_WAITS_S,
      relaySuspected: s.RELAY_SUSPECTED === "true",
      rateLimitMax: s.RATE_LIMIT_MAX,
      rateLimitWindowS: s.RATE_LIMIT_WINDOW_S,
      outboxDir: s.OUTBOX_DIR,
      keepSentDays: s.KEEP_SENT_DAYS,
      valkeySettings: s.VALKEY_URL
        ? { url: s.VALKEY_URL, prefix: s.VALKEY_PREFIX, hidesSettings: s.VALKEY_HIDES_SETTINGS === "true" }
        : undefined,
      trustedProxies: s.TRUSTED_PROXIES,
      logLevel: s.LOG_LEVEL,
      /** Names of the settings about the company that are still on their placeholder. */
      placeholders: Object.entries(PLACEHOLDERS)
        .filter(([name, text]) => (given[name] ?? text).trim() === text)
        .map(([name]) => name),
      /** Names of the settings that hold a sample of .env.example, and so count as not set. */
      samples,
      siteUrlGiven: s.SITE_URL !== undefined,
    },
  };
}

export type Config = NonNullable<ReturnType<typeof parseConfig>["config"]>;

function parseOrExit(): Config {
  const { config, faults } = parseConfig(process.env);
  if (config) return config;
  process.stderr.write(
    `The site did not start: ${faults.length} setting(s) cannot be used.\n${faults.map((fault) => `  ${fault}\n`).join("")}Fix them in the environment or in .env (see .env.example) and start again.\n`,
  );
  process.exit(1);
}

/** The settings of this process, parsed once at start; a fault in them ends it with status 1. */
export const config = parseOrExit();
