import { createHash } from "node:crypto";
import { isSample, PLACEHOLDERS, SAMPLES, settings } from "~/config/settings.server";
import { suggestSetting } from "~/config/suggest-setting.server";

/**
 * `tel:` URL of a phone number as people write it (RFC 3966). Ten digits, or eleven that start with 1, are North American.
 * An extension is a parameter: among the digits, a phone would dial it.
 */
function telephoneHref(phone: string) {
  const [digits = "", extension] = phone
    .split(/(?<=\d\D*)(?:ext|x|#)\D*/i)
    .map((part) => part.replace(/\D/g, ""));
  const isWhole = phone.startsWith("+") || /^1\d{10}$/.test(digits);
  const country = isWhole ? "+" : digits.length === 10 ? "+1" : "";
  return `tel:${country}${digits}${extension ? `;ext=${extension}` : ""}`;
}

/** Settings that count as unset while they hold a sample, also one from an older .env.example. */
const SAMPLED = ["BUSINESS_EMAIL", "BUSINESS_FACEBOOK_URL", ...Object.keys(SAMPLES)];

/** Settings of version 1.0.0 that stop the start. Ignored, they would leave requests waiting unnoticed. */
const REMOVED = {
  VALKEY_URL:
    "is no longer supported. Run version 1.0.0 until its `npm run outbox` shows 0 waiting, export the rest with its `npm run outbox export`, then remove VALKEY_URL",
  DELIVERY:
    "is no longer supported. Remove it. For both channels at once set MAIL_AFTER_S=0; for email alone remove FORWARD_URL",
};

const NAMES = Object.keys(settings.shape);
/** Copies of a site may have these each for itself. */
const OF_A_COPY = ["HOST", "PORT", "METRICS_PORT", "HEARTBEAT_URL"];
/** Settings that belong together. */
const PAIRS = [
  ["SMTP_URL", "MAIL_TO"],
  ["BUSINESS_NOTICE", "BUSINESS_NOTICE_UNTIL"],
] as const;

const UNSENDING =
  "SITE_URL makes the site live, but nothing sends its requests: set FORWARD_URL, or SMTP_URL and MAIL_TO (samples do not count). For a trial, remove SITE_URL";

/** A value in quotation marks. */
const QUOTED = /^(["'`]).*\1$/s;

/** 16 bits: enough to see that a setting differs, too few to guess a password by. */
const hashOf = (value: unknown) =>
  createHash("sha256")
    .update(JSON.stringify(value) ?? "")
    .digest("hex")
    .slice(0, 4);

/**
 * Reads the settings from an environment. An empty value counts as not set, and so does a sample from .env.example: a
 * request sent there would reach nobody; a saved one can be sent later.
 *
 * @returns the parsed settings, or `problems`: one line for each invalid setting
 */
export function parseConfig(env: Record<string, string | undefined>) {
  const given: typeof env = {};
  for (const [name, value] of Object.entries(env)) if (value?.trim()) given[name] = value.trim();
  // The value has swallowed the lines after it, perhaps a password, so nothing else in the file can be relied on.
  const unclosed = NAMES.filter((name) => /[\r\n]/.test(given[name] ?? ""));
  if (unclosed.length > 0)
    return {
      problems: unclosed.map((name) => `${name} spans several lines: a quotation mark is not closed`),
    };
  const quoted = NAMES.filter((name) => QUOTED.test(given[name] ?? ""));
  const incompletePairs = PAIRS.filter(([first, second]) => !given[first] !== !given[second]);
  const samples = SAMPLED.filter((name) => isSample(given[name]));
  for (const name of samples) delete given[name];
  const isUnsending = given.SITE_URL && !given.FORWARD_URL && !(given.SMTP_URL && given.MAIL_TO);
  const result = settings.safeParse(given);
  const invalid = result.error?.issues.filter(({ path }) => !quoted.includes(path.join("."))) ?? [];
  const problems = [
    ...quoted.map((name) => `${name} must not be in quotation marks (docker's --env-file keeps them)`),
    ...invalid.map(({ path, message }) => `${path.join(".")} ${message}`),
    ...incompletePairs.map((pair) => `${pair.join(" and ")} belong together: set both or neither`),
    ...(isUnsending ? [UNSENDING] : []),
    ...Object.entries(REMOVED)
      .filter(([name]) => given[name] && !isSample(given[name]))
      .map(([name, advice]) => `${name} ${advice}`),
  ];
  if (!result.success || problems.length > 0) return { problems };
  const s = result.data;
  const mailSettings =
    s.SMTP_URL && s.MAIL_TO
      ? { smtpUrl: s.SMTP_URL, to: s.MAIL_TO, from: s.MAIL_FROM ?? String(s.MAIL_TO[0]) }
      : undefined;
  const street = s.BUSINESS_STREET;
  // With a street address there is a P.O. box only if it is set.
  const hasPoBox = !street || given.BUSINESS_PO_BOX !== undefined;
  const business = {
    name: s.BUSINESS_NAME,
    phone: s.BUSINESS_PHONE,
    phoneHref: telephoneHref(s.BUSINESS_PHONE),
    email: s.BUSINESS_EMAIL,
    address: {
      ...(street && { street }),
      ...(hasPoBox && { poBox: s.BUSINESS_PO_BOX }),
      town: s.BUSINESS_TOWN,
      postalCode: s.BUSINESS_POSTAL_CODE,
    },
    facebookUrl: s.BUSINESS_FACEBOOK_URL === "none" ? undefined : s.BUSINESS_FACEBOOK_URL,
    // Left out if unset: `undefined` would be sent with every page.
    ...(s.BUSINESS_SMS && {
      sms: { number: s.BUSINESS_SMS, href: telephoneHref(s.BUSINESS_SMS).replace("tel:", "sms:") },
    }),
    ...(s.BUSINESS_LICENSE && { license: s.BUSINESS_LICENSE }),
    ...(s.BUSINESS_REVIEWS_URL && { reviewsUrl: s.BUSINESS_REVIEWS_URL }),
    ...(s.BUSINESS_OWNER && { owner: s.BUSINESS_OWNER }),
  };
  return {
    config: {
      host: s.HOST,
      port: s.PORT,
      siteOrigin: new URL(s.SITE_URL ?? `http://localhost:${s.PORT}`).origin,
      business,
      notice:
        s.BUSINESS_NOTICE && s.BUSINESS_NOTICE_UNTIL
          ? { text: s.BUSINESS_NOTICE, until: s.BUSINESS_NOTICE_UNTIL }
          : undefined,
      forwardUrl: s.FORWARD_URL,
      forwardTimeoutMs: s.FORWARD_TIMEOUT_MS,
      mailSettings,
      mailAfterS: s.MAIL_AFTER_S,
      retryDelaysS: s.REDELIVERY_WAITS_S,
      rateLimitMax: s.RATE_LIMIT_MAX,
      rateLimitWindowS: s.RATE_LIMIT_WINDOW_S,
      outboxDir: s.OUTBOX_DIR,
      databaseUrl: s.DATABASE_URL,
      keepSentDays: s.KEEP_SENT_DAYS,
      trustedProxies: s.TRUSTED_PROXIES,
      notify: s.NOTIFY_URL ? { url: s.NOTIFY_URL, format: s.NOTIFY_FORMAT } : undefined,
      reportDay: s.REPORT_DAY,
      heartbeatUrl: s.HEARTBEAT_URL,
      metricsPort: s.METRICS_PORT,
      logLevel: s.LOG_LEVEL,
      /** Names of the company settings that are still placeholders. */
      placeholders: Object.entries(PLACEHOLDERS)
        .filter(([name, text]) => (given[name] ?? text) === text && (hasPoBox || name !== "BUSINESS_PO_BOX"))
        .map(([name]) => name),
      /** Names of the settings that hold a sample from .env.example and count as not set. */
      samples,
      siteUrlGiven: s.SITE_URL !== undefined,
      /** Each setting's name with a hash of its value, but for `OF_A_COPY`. */
      fingerprint: NAMES.filter((name) => !OF_A_COPY.includes(name))
        .map((name) => `${name}:${hashOf(s[name as keyof typeof s])}`)
        .join(" "),
    },
  };
}

export type Config = NonNullable<ReturnType<typeof parseConfig>["config"]>;

function parseOrExit(): Config {
  const { config, problems } = parseConfig(process.env);
  for (const given of Object.keys(process.env)) {
    const suggestion = suggestSetting(given);
    if (suggestion) process.stderr.write(`${given} is not a setting. Did you mean ${suggestion}?\n`);
  }
  if (config) return config;
  const isCommand = /\/(?:doctor|outbox)\.js$/.test(process.argv[1] ?? "");
  process.stderr.write(
    `${isCommand ? "" : "The site did not start: "}${problems.length} invalid setting${problems.length === 1 ? "" : "s"}.\n${problems.map((problem) => `  ${problem}\n`).join("")}Fix them in the environment or in .env (see .env.example) and start again.\n`,
  );
  process.exit(1);
}

/** This process's settings, parsed once at start; an invalid one ends the process with status 1. */
export const config = parseOrExit();
