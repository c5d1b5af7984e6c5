import { OWN_SCRIPT } from "~/document/content-security-policy.server";

/** A script in the document's own text. React never needs that text: in the browser it is undefined. */
export const InlineScript = ({ text = "" }: { text: string | undefined }) => (
  <script nonce={OWN_SCRIPT} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
);
