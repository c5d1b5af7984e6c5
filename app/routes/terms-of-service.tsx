import { pageTitle, titleMeta } from "~/site/pages";
import { TERMS_OF_SERVICE } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = titleMeta(pageTitle("/terms-of-service"));

export default function TermsOfService() {
  return <PolicyPage policy={TERMS_OF_SERVICE} />;
}
