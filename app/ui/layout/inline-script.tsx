import { INLINE_NONCE } from "~/document/content-security-policy.server";

/**
 * A script in the document's own text, as the build wrote it: its lines can be joined. React never needs that text: in the
 * browser it is undefined.
 */
export const InlineScript = ({ text = "" }: { text: string | undefined }) => (
  <script
    nonce={INLINE_NONCE}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: text.replace(/\n\s*/g, "") }}
  />
);
