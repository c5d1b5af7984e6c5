import { pageMeta } from "~/site/meta";
import { TERMS_OF_SERVICE } from "~/site/policies";
import { PolicyPage } from "~/ui/policy-page";

export const meta = pageMeta(
  TERMS_OF_SERVICE.title,
  "The terms for using this website and for the work we do: quotes, payment, changes and timelines.",
);

export default function TermsOfService() {
  return <PolicyPage policy={TERMS_OF_SERVICE} />;
}
