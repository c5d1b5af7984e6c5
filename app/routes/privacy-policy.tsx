import { pageMeta } from "~/site/meta";
import { PRIVACY_POLICY } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = pageMeta(
  PRIVACY_POLICY.title,
  "What this website learns about you, what we do with it, and how we look after it.",
);

export default function PrivacyPolicy() {
  return <PolicyPage policy={PRIVACY_POLICY} />;
}
