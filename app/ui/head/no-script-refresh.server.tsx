import { useLocation, useSearchParams } from "@remix-run/react";
import { useSent } from "~/quote/form/use-sent";
import { MESSAGE_MS } from "~/quote/form/use-timed-message";
import { closeHref, isQuotePath } from "~/site/quote-urls";

/**
 * Where no script runs, turned off or blocked, a thank-you message closes itself by this refresh. `SuccessMessage` calls
 * it off.
 */
export function LeaveThanks() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const { sent, mark } = useSent();
  if (sent !== "1" || !(isQuotePath(pathname) || pathname === "/contact")) return null;
  const next = closeHref(pathname, search.get("service") ?? "", mark);
  return <meta httpEquiv="refresh" content={`${MESSAGE_MS / 1000}; url=${next}`} />;
}
