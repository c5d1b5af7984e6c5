import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { forgiveChanges } from "~/hydration/tolerate-dom-changes";

/**
 * Ends when Remix has read the data that came with the page: until then `RemixBrowser` throws a promise, as suspending
 * components do. React 18 ends in an error (345) if somebody clicks while its root waits for that; before it has begun,
 * a click is a plain link's.
 */
async function dataRead(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (reading) {
    await reading;
  }
}

dataRead()
  .catch(() => {}) // React will meet the same error, and show it.
  .then(() => {
    forgiveChanges();
    // The server writes it into the title of a form that was refused; React must find the title that it knows.
    document.title = document.title.replace(/^Error: /, "");
    // From here on Back and Forward are the router's; see react-on-intent.server.ts.
    window.onpopstate = null;
    startTransition(() => {
      hydrateRoot(document, <RemixBrowser />);
    });
  });
