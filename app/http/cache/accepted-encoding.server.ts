/** The forms in which an answer may be kept; the best first. */
export const ENCODINGS = ["br", "gzip", "identity"] as const;

export type Encoding = (typeof ENCODINGS)[number];

/**
 * The best form that a client takes, by its `Accept-Encoding`.
 *
 * @param kept what there is of an answer; what nobody compressed is sent as it is, whatever the client says
 */
export function acceptedEncoding(
  header: string | undefined,
  kept: Partial<Record<Encoding, unknown>>,
): Encoding {
  if (!header) return "identity";
  return (
    ENCODINGS.find((encoding) => kept[encoding] !== undefined && accepts(header, encoding)) ?? "identity"
  );
}

const ACCEPTED = {
  br: /(?:^|[,\s])br\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/i,
  gzip: /(?:^|[,\s])(?:x-)?gzip\s*(?:,|$|;\s*q=(?:1|0\.\d*[1-9]))/i,
  identity: /^/,
};

const accepts = (header: string, encoding: Encoding) => ACCEPTED[encoding].test(header);
