import { errorCode } from "~/log/error-code";

/** Codes for errors of `pg` that have none, by their messages. */
const BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/timeout/i, "ETIMEDOUT"],
  [/password/i, "EPASSWORD"],
  [/\b(?:SSL|TLS)\b/, "ETLS"],
  [/terminated|closed/i, "ECONNRESET"],
];

/** What is wrong, by SQLSTATE, by Node's error code or by the site's own. */
const REASONS: Record<string, string> = {
  "25006": "it is read-only, as a standby is",
  "28000": "it does not let this user in, or only with TLS (?sslmode=verify-full)",
  "28P01": "it refuses the password",
  "3D000": "it has no such database",
  "42501": "this user cannot read or write the site's tables",
  "42P01":
    "the site's tables are gone. Restore them from a backup. Only where there never were any, start the site again: it makes new ones",
  "53100": "its disk is full",
  "53300": "it has no connection left for this user (max_connections)",
  "57014": "it took too long",
  ECONNREFUSED: "nothing listens there",
  EENCODING: "the encoding of its database is not UTF8: make one with ENCODING 'UTF8'",
  EMISSING: "the site's tables are empty: a restore has not ended, or failed",
  ENOTFOUND: "its host name is unknown",
  EOTHERSITE:
    "the database belongs to another site, not SITE_URL's. Give each site a database of its own; if its address has changed, see docs/scaling.md",
  EPASSWORD: "it asks for a password, and DATABASE_URL has none",
  EREPLACED:
    "it is a different database now, so nothing is written there. Bring the former one back, or start the site again to use this one",
  ESCHEMA: "its tables are of another version of the site",
  ETIMEDOUT: "it does not respond in time",
  ETLS: "it offers no TLS, and DATABASE_URL asks for it",
};

/** PostgreSQL cannot be used. `code`: a key of `REASONS`, or any other code. `reason`: the same in words. */
export class Unavailable extends Error {
  readonly reason: string;
  constructor(readonly code: string) {
    const reason = REASONS[code] ?? `it failed with ${code}`;
    super(`PostgreSQL cannot be used (${code}): ${reason}`);
    this.reason = reason;
  }

  static from(error: unknown): Unavailable {
    const { code, message } = error as { code?: unknown; message: string };
    if (typeof code === "string") return new Unavailable(code);
    return new Unavailable(BY_MESSAGE.find(([text]) => text.test(message))?.[1] ?? errorCode(error));
  }
}
