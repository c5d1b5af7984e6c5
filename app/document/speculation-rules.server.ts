import { OWN_SCRIPT } from "~/document/content-security-policy.server";
import { PAGES } from "~/site/pages";

/**
 * A click on a page's link that comes before React finds the page already there: browsers that know these rules fetch it
 * when the pointer rests on the link or a finger comes down. Pages only, which have no side effect and come from memory;
 * no modal, no file.
 */
const RULES = JSON.stringify({
  prefetch: [{ where: { href_matches: PAGES.map(({ path }) => path) }, eagerness: "moderate" }],
});

/** Lets a document say which pages may be fetched ahead; entry.client.tsx takes it back, for React needs no documents. */
export const withSpeculationRules = (html: string) =>
  html.replace(
    /<\/body><\/html>$/,
    () => `<script type="speculationrules" nonce="${OWN_SCRIPT}">${RULES}</script></body></html>`,
  );
