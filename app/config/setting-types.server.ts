import * as z from "zod";

/** The kinds of values that settings have. Each refuses others with how to write it. */

export const webUrl = z.url({ protocol: /^https?$/, error: "must be a full http(s) URL", abort: true });

/** False without a host, or if a character in the password cuts the URL short: `smtps://u:12#w@host` is port 12 of host `u`. */
function namesItsHost(text: string): boolean {
  if (text.includes("#")) return false;
  if (!URL.canParse(text)) return true; // The next check refuses it.
  const { protocol, hostname, username, password, pathname, search } = new URL(text);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return hostname !== "" && !(protocol.startsWith("smtp") && `${pathname}${search}`.includes("@"));
}

const ENCODE =
  "must name a host, with special characters in user and password percent-encoded: # is %23, / is %2F, ? is %3F, % is %25";
/** An optional URL that the site calls. It may hold a login. */
const called = (url: z.ZodURL, text = z.string()) =>
  text.refine(namesItsHost, { error: ENCODE, abort: true }).pipe(url).optional();
export const calledUrl = called(webUrl);
export const smtpUrl = called(z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }));
const ONE_HOST = "must name one host: a proxy such as PgBouncer or HAProxy finds the server in use";
export const databaseUrl = called(
  z.url({ protocol: /^postgres(ql)?$/, error: "must be a postgres:// URL" }),
  z.string().refine((text) => !/^\w+:\/\/[^/]*,/.test(text), { error: ONE_HOST, abort: true }),
);

export const email = z.email("must be an email address");
/** An address, or a name and then the address in angle brackets. */
const isMailbox = (text: string) => {
  const [, inBrackets, alone] = /^(?:[^<>]*<([^<>]+)>|([^<>]+))$/.exec(text) ?? [];
  return email.safeParse(inBrackets ?? alone).success;
};
const MAILBOX = "must be an email address, with or without a name: Dad <dad@acme.example>";
export const mailbox = z.string().refine(isMailbox, MAILBOX).optional();
const COMMA = /\s*,\s*(?=(?:[^"]*"[^"]*")*[^"]*$)/;
export const mailboxes = z
  .string()
  .transform((text) => text.split(COMMA))
  .refine((all) => all.every(isMailbox), `${MAILBOX}; separate several with commas`)
  .optional();
export const text = (fallback: string) => z.string().default(fallback);
export const number = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};
export const phone = z
  .string()
  .refine((number) => number.replace(/\D/g, "").length >= 7, "must be a phone number with at least 7 digits");
export const choice = <const T extends readonly [string, ...string[]]>(values: T, fallback: T[number]) =>
  z.enum(values, `must be ${values.join(", ").replace(/, (?=\w+$)/, " or ")}`).default(fallback as never);
export const line = (longest: number) =>
  z.string().max(longest, `must have at most ${longest} characters`).optional();
export const whole = (fallback: number, min: number, max: number) => number(min, max).default(fallback);
