import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "~/quote/typed-before";

rememberTyped();
// From here on Back and Forward are the router's; see react-on-intent.server.ts.
window.onpopstate = null;
// It asks for data and scripts, not for documents; see speculation-rules.server.ts.
document.querySelector("script[type=speculationrules]")?.remove();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
