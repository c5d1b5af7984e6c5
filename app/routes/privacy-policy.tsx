import { privacyPolicy } from "~/content/policies";
import { useSiteFacts } from "~/site/business";
import { pageTitle, titleMeta } from "~/site/pages";
import { PolicyPage } from "~/ui/sections/policy-page";

export const meta = titleMeta(pageTitle("/privacy-policy"));

export default function PrivacyPolicy() {
  const facts = useSiteFacts();
  return facts ? <PolicyPage policy={privacyPolicy(facts.keepSentDays)} /> : null;
}
