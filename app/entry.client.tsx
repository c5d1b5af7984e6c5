import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { awaitData } from "~/hydration/await-data";
import { tolerateDomChanges } from "~/hydration/tolerate-dom-changes";
import { ERROR_TITLE } from "~/site/quote-urls";

awaitData().then(() => {
  tolerateDomChanges();
  // The server writes it into the title of a form with errors; React must find the title that it knows.
  document.title = document.title.replace(ERROR_TITLE, "");
  // From here on Back and Forward are the router's, see defer-hydration.server.ts.
  window.onpopstate = null;
  startTransition(() => {
    hydrateRoot(document, <RemixBrowser />);
  });
});
