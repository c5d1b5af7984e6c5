import { TERMS_OF_SERVICE } from "~/contractor/policies";
import { PolicyPage } from "~/ui/sections/policy-page";

export default function TermsOfService() {
  return <PolicyPage policy={TERMS_OF_SERVICE} />;
}
