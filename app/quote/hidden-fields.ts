/** Hidden fields of the form. All are optional: a post without them is a valid request. */
export const HIDDEN_FIELDS = {
  /** The id of the kept request that this one replaces, after an error. */
  replaces: "replaces",
  /** Left empty by people, who do not see it. The name means nothing, so that no browser fills it in. */
  honeypot: "b7",
} as const;

export type HiddenValues = Record<keyof typeof HIDDEN_FIELDS, string>;

/** Their values in a posted form; an absent field reads as empty. */
export function readHidden(form: { get(name: string): unknown }): HiddenValues {
  const read = (name: string) => String(form.get(name) ?? "");
  return {
    replaces: read(HIDDEN_FIELDS.replaces),
    honeypot: read(HIDDEN_FIELDS.honeypot),
  };
}
