import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { tolerateDomChanges } from "~/hydration/tolerate-dom-changes";
import { ERROR_TITLE } from "~/urls/quote-urls";

function hydrate() {
  tolerateDomChanges();
  // The server adds this prefix to the title of a form with errors; hydration expects the title without it.
  document.title = document.title.replace(ERROR_TITLE, "");
  // The router now handles Back and Forward: see defer-hydration.server.ts.
  window.onpopstate = null;
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// `RemixBrowser` throws a promise until Remix has parsed the page's data. Hydrate only then: a click on a suspended root causes
// React 18's error 345 (react/react#23309), while before hydration it just follows the link.
let reading: unknown;
try {
  RemixBrowser({});
} catch (thrown) {
  reading = thrown;
}
// On rejection, too: React meets the same error and shows the error page.
Promise.resolve(reading).then(hydrate, hydrate);
