import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "~/quote/typed-before";

rememberTyped();
// From here on Back and Forward are the router's; see react-on-intent.server.ts.
window.onpopstate = null;
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
