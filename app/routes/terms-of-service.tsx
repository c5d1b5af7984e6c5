import { TERMS_OF_SERVICE } from "~/content/policies";
import { pageMeta } from "~/site/pages";
import { PolicyPage } from "~/ui/sections/policy-page";

export const meta = pageMeta("/terms-of-service");

export default function TermsOfService() {
  return <PolicyPage policy={TERMS_OF_SERVICE} />;
}
