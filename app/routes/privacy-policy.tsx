import { privacyPolicy } from "~/content/policies";
import { useSiteFacts } from "~/site/business";
import { pageMeta } from "~/site/pages";
import { PolicyPage } from "~/ui/sections/policy-page";

export const meta = pageMeta("/privacy-policy");

export default function PrivacyPolicy() {
  const facts = useSiteFacts();
  return facts ? <PolicyPage policy={privacyPolicy(facts.keepSentDays)} /> : null;
}
