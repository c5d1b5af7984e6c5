import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "~/quote/typed-before";

rememberTyped();
// The server writes it into the title of a form that was refused; React must find the title that it knows.
document.title = document.title.replace(/^Error: /, "");
// From here on Back and Forward are the router's; see react-on-intent.server.ts.
window.onpopstate = null;
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
