import { INLINE_NONCE } from "~/document/content-security-policy.server";

/**
 * An inline script. Its lines can be joined, because the build wrote them with semicolons. In the browser `text` is undefined, and
 * React keeps the server's script.
 */
export const InlineScript = ({ text = "" }: { text: string | undefined }) => (
  <script
    nonce={INLINE_NONCE}
    suppressHydrationWarning
    dangerouslySetInnerHTML={{ __html: text.replace(/\n\s*/g, "") }}
  />
);
