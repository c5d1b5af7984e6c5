import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { tolerateDomChanges } from "~/hydration/tolerate-dom-changes";
import { ERROR_TITLE } from "~/urls/quote-urls";

function hydrate() {
  tolerateDomChanges();
  // The server writes it into the title of a form with errors; React must find the title that it knows.
  document.title = document.title.replace(ERROR_TITLE, "");
  // From here on Back and Forward are the router's, see defer-hydration.server.ts.
  window.onpopstate = null;
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
}

// Until Remix has read the data that came with the page, `RemixBrowser` throws a promise. A click on a root that waits for
// it ends in React 18's error 345 (react/react#23309); before hydration it just follows the link.
let reading: unknown;
try {
  RemixBrowser({});
} catch (thrown) {
  reading = thrown;
}
// React will meet the same error, and show it.
Promise.resolve(reading).then(hydrate, hydrate);
