import { INLINE_NONCE } from "~/document/content-security-policy.server";

/**
 * A script in the page itself. Its lines can be joined, because the build wrote them. In the browser `text` is undefined,
 * and React leaves the server's script as it is.
 */
export const InlineScript = ({ text = "" }: { text: string | undefined }) => (
  <script
    nonce={INLINE_NONCE}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: text.replace(/\n\s*/g, "") }}
  />
);
