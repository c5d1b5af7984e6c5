import { privacyPolicy } from "~/contractor/policies";
import { useRootData } from "~/root-data";
import { PolicyPage } from "~/ui/sections/policy-page";

export default function PrivacyPolicy() {
  const rootData = useRootData();
  return rootData ? <PolicyPage policy={privacyPolicy(rootData.keepSentDays, rootData.hasService)} /> : null;
}
