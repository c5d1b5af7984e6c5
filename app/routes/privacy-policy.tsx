import { useSiteFacts } from "~/site/business";
import { pageTitle, titleMeta } from "~/site/pages";
import { privacyPolicy } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = titleMeta(pageTitle("/privacy-policy"));

export default function PrivacyPolicy() {
  const facts = useSiteFacts();
  return facts ? <PolicyPage policy={privacyPolicy(facts.keepSentDays)} /> : null;
}
