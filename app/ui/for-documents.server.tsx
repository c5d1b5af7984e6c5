import { ForBrowsers } from "~/ui/for-browsers.server";
import { ForSearchEngines } from "~/ui/for-search-engines.server";
import { LeaveThanks } from "~/ui/leave-thanks.server";

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
