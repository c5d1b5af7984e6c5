/** Fields of the form that nobody sees. None of them is needed: a post that lacks them all is a request like any. */
export const HIDDEN_FIELDS = {
  /** The id of the kept request that this one takes the place of: the one before the red message. */
  replaces: "replaces",
  /** Left empty by people, who do not see it. The name means nothing, so that no browser fills it in. */
  honeypot: "b7",
} as const;

export type HiddenValues = Record<keyof typeof HIDDEN_FIELDS, string>;

/** What a posted form holds in them; an absent one reads as empty. */
export function readHidden(form: { get(name: string): unknown }): HiddenValues {
  const read = (name: string) => String(form.get(name) ?? "");
  return {
    replaces: read(HIDDEN_FIELDS.replaces),
    honeypot: read(HIDDEN_FIELDS.honeypot),
  };
}
