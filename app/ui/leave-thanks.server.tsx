import { useLocation, useSearchParams } from "@remix-run/react";
import { MESSAGE_MS } from "~/quote/use-message-time";
import { closeHref, isQuotePath } from "~/site/quote-path";

/** Without JavaScript a thank-you message closes itself by this refresh. */
export function LeaveThanks() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  if (search.get("sent") !== "1" || !(isQuotePath(pathname) || pathname === "/contact")) return null;
  const next = closeHref(pathname, search.get("service") ?? "", true);
  return (
    <noscript>
      <meta httpEquiv="refresh" content={`${MESSAGE_MS / 1000}; url=${next}`} />
    </noscript>
  );
}
