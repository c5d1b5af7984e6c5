import { pageMeta } from "~/site/meta";
import { PRIVACY_POLICY } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = pageMeta("/privacy-policy");

export default function PrivacyPolicy() {
  return <PolicyPage policy={PRIVACY_POLICY} />;
}
