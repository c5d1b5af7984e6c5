import { privacyPolicy } from "~/contractor/policies";
import { useSiteFacts } from "~/site/business";
import { PolicyPage } from "~/ui/sections/policy-page";

export default function PrivacyPolicy() {
  const facts = useSiteFacts();
  return facts ? <PolicyPage policy={privacyPolicy(facts.keepSentDays)} /> : null;
}
