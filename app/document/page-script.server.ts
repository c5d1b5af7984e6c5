import { INLINE_NONCE } from "~/document/content-security-policy.server";

/**
 * Ends the body with the page's own scripts, in one element: the policy names each by its hash, which every visitor loads.
 *
 * @param sources may be empty
 */
export function withPageScript(html: string, sources: readonly string[]): string {
  const end = html.lastIndexOf("</body>");
  // The lines can be joined, because the build wrote them with semicolons.
  const text = sources.filter(Boolean).join(";").replace(/\n\s*/g, "");
  return `${html.slice(0, end)}<script nonce="${INLINE_NONCE}">${text}</script>${html.slice(end)}`;
}
