const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
/** What browsers take as `type="email"`, with letters of any language and a dot in the domain. */
const EMAIL = new RegExp(
  `^${/[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+/u.source}@${LABEL}(?:\\.${LABEL})+$`,
  "u",
);

/** No address is longer. Longer text stays as it is: on very long text the patterns below would take minutes. */
const MAX_LENGTH = 320;

/** The address in what was pasted or dictated, such as "Bob Smith <bob@example.com>."; any other text as it is. */
export function plainEmail(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const bare = text
    .replace(/\p{Cf}/gu, "")
    .trim()
    .replace(/[\s.,;]+$/, "");
  // But not the second of two addresses.
  const plain = /^(?![^<]*@[^<]*[,;])[^<>]*<([^<>]+)>$/.exec(bare)?.[1] ?? bare;
  return EMAIL.test(plain) ? plain : text;
}

export const EMAIL_MESSAGE = "Enter your email, like name@example.com";

/** The error of a text that is not one address, if any. */
export function emailError(text: string): string | undefined {
  if (EMAIL.test(text)) return undefined;
  return /@[^@\s,;]*[\s,;][^@]*@/.test(text) ? "Enter one email address only" : EMAIL_MESSAGE;
}
