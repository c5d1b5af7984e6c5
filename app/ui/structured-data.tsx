import { useLocation, useSearchParams } from "@remix-run/react";
import { config } from "~/server/config.server";
import { structuredData } from "~/site/structured-data.server";

/** In the browser it is what the server sent, for the page that it sent it with. */
const served =
  typeof document === "undefined"
    ? undefined
    : {
        pathname: location.pathname,
        text: document.querySelector('script[type="application/ld+json"]')?.textContent ?? undefined,
      };

/** What the page says to search engines in their own form. They load documents, so only documents hold it. */
export function StructuredData() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  // Addresses that search engines are not to list.
  if (search.has("sent")) return null;
  const text = served
    ? served.pathname === pathname
      ? served.text
      : undefined
    : structuredData(pathname, config);
  return text ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} /> : null;
}
