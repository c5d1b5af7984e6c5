import { config } from "~/config/config.server";
import { noFile, textFile } from "~/http/text-response.server";

/** RFC 9116 wants less than a year. Counted from the start of the process: whoever runs it has the settings at hand. */
const EXPIRES = new Date(Date.now() + 364 * 86_400_000).toISOString();

/** Whom to tell of a hole in the site; nobody where the company's address is still a placeholder. */
export function loader() {
  if (config.placeholders.includes("BUSINESS_EMAIL")) return noFile();
  const canonical = config.siteUrlGiven ? `Canonical: ${config.siteOrigin}/.well-known/security.txt\n` : "";
  return textFile(
    `Contact: mailto:${config.business.email}\nExpires: ${EXPIRES}\nPreferred-Languages: en\n${canonical}`,
    "text/plain",
  );
}
