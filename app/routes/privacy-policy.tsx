import { titleMeta } from "~/site/meta";
import { pageTitle } from "~/site/pages";
import { PRIVACY_POLICY } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = titleMeta(pageTitle("/privacy-policy"));

export default function PrivacyPolicy() {
  return <PolicyPage policy={PRIVACY_POLICY} />;
}
