import { config } from "~/config/config.server";
import { noFile, textFile } from "~/http/text-response.server";

/** RFC 9116 wants less than a year. It counts from the start of the process. */
const EXPIRES = new Date(Date.now() + 364 * 86_400_000).toISOString();

/** Where to report a vulnerability; no file while the company's email is still a placeholder. */
export function loader() {
  if (config.placeholders.includes("BUSINESS_EMAIL")) return noFile();
  const canonical = config.siteUrlGiven ? `Canonical: ${config.siteOrigin}/.well-known/security.txt\n` : "";
  return textFile(
    `Contact: mailto:${config.business.email}\nExpires: ${EXPIRES}\nPreferred-Languages: en\n${canonical}`,
    "text/plain",
  );
}
