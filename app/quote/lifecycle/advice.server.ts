import { policyOf } from "~/quote/lifecycle/response-classes.server";

/** How an attempt failed, as far as a person needs to know. */
export type Failure = { class: string; status?: number; code?: string; location?: string };

/** What is wrong with a certificate, by the code of the error. */
function certificateFault(code = ""): string {
  if (code === "CERT_HAS_EXPIRED") return "is expired";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return "is for another name";
  return "is not from an issuer that this server knows";
}

/** Why an attempt failed and what to do, in plain words, with the code of the reply but none of its text. */
export function adviceOf(
  { class: responseClass, status, code, location = "its new address" }: Failure,
  ambiguousAttempts = 0,
): string {
  const { advice = "It was not accepted." } = policyOf(responseClass, ambiguousAttempts);
  const words = advice
    .replace("{certificate}", () => certificateFault(code))
    .replace("{location}", () => location)
    .replace("{channel}", responseClass.startsWith("mail-") ? "mail server" : "forwarding service");
  const reply = status ? ` (reply ${status})` : code ? ` (${code})` : "";
  return words.replace(/\.$/, `${reply}.`);
}
