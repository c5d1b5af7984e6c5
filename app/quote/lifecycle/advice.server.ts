import { policyOf } from "~/quote/lifecycle/response-classes.server";

/** How an attempt failed, as far as a person needs to know. */
export type Failure = { class: string; status?: number; code?: string; location?: string };

/** What is wrong with a certificate, by the code of the error. */
const CERTIFICATE_FAULTS: Record<string, string> = {
  CERT_HAS_EXPIRED: "is expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "is for another name",
};

/** Why an attempt failed and what to do, in plain words, with the code of the reply but none of its text. */
export function adviceOf(
  { class: responseClass, status, code, location = "its new address" }: Failure,
  ambiguousAttempts = 0,
): string {
  const { advice = "It was not accepted." } = policyOf(responseClass, ambiguousAttempts);
  const fault = CERTIFICATE_FAULTS[code ?? ""] ?? "is not from an issuer that this server knows";
  const words = advice
    .replace("{certificate}", fault)
    .replace("{location}", () => location)
    .replace("{channel}", responseClass.startsWith("mail-") ? "mail server" : "forwarding service");
  const reply = status ? ` (reply ${status})` : code ? ` (${code})` : "";
  return words.replace(/\.(?= |$)/, `${reply}.`);
}
