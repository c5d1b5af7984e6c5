const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
/** As `type="email"` in HTML, but with letters of any language, and a dot in the domain. */
const EMAIL = new RegExp(
  `^${/[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+/u.source}@${LABEL}(?:\\.${LABEL})+$`,
  "u",
);

/** No address is longer. The patterns below would take minutes on very long text. */
const MAX_LENGTH = 320;

/** Extracts the address from pasted or dictated text, such as "Bob Smith <bob@example.com>."; returns other text unchanged. */
export function plainEmail(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  // Full-width letters become plain ones; invisible characters are removed.
  const bare = text
    .normalize("NFKC")
    .replace(/\p{DI}/gu, "")
    .trim()
    .replace(/[\s.,;]+$/, "");
  // The lookahead keeps two addresses, so that `emailError` reports them.
  const plain = /^(?![^<]*@[^<]*[,;])[^<>]*<([^<>]+)>$/.exec(bare)?.[1] ?? bare;
  return EMAIL.test(plain) ? plain : text;
}

export const EMAIL_MESSAGE = "Enter your email, like name@example.com";

/** The error to show unless the text is exactly one address. */
export function emailError(text: string): string | undefined {
  if (EMAIL.test(text)) return undefined;
  return /@[^@\s,;]*[\s,;][^@]*@/.test(text) ? "Enter one email address only" : EMAIL_MESSAGE;
}
