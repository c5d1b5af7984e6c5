import { ForBrowsers } from "~/ui/head/browser-tags.server";
import { LeaveThanks } from "~/ui/head/no-script-refresh.server";
import { ForSearchEngines } from "~/ui/head/search-tags.server";

/**
 * What of the head is in documents only, so that no browser loads these texts a second time. It stands last: at the end
 * of the head React 18 leaves alone what it does not know.
 */
export const ForDocuments = () => (
  <>
    <LeaveThanks />
    <ForBrowsers />
    <ForSearchEngines />
  </>
);
