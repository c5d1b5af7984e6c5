import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { rememberTyped } from "~/quote/typed-before";

rememberTyped();
startTransition(() => {
  hydrateRoot(document, <RemixBrowser />);
});
