import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import { type StoredRequest, SUBJECTS } from "~/quote/outbox/stored-request.server";
import { FIELDS, type FieldName, projectTypeLabel } from "~/quote/request";
import { inWords } from "~/site/michigan-time.server";

const LABELS: Record<FieldName, string> = {
  fullName: "Name",
  email: "Email",
  phone: "Phone",
  projectType: "Project type",
  projectLocation: "Project location",
  additionalNotes: "Notes",
};

/** The most characters that a header holds of what was typed; the text has all of it. */
const LONGEST_IN_HEADER = 100;
/** Ends a line, or reverses what is read. */
const UNPRINTED = /[\s\p{Cc}\p{Bidi_Control}]+/gu;

/** RFC 5321, 4.5.3.1: the longest part before the @, and the longest address. */
const LONGEST_LOCAL_PART = 64;
const LONGEST_ADDRESS = 254;

/** RFC 5322's dot-atom, and a host name. Rarer forms need SMTPUTF8 or quotes, which many servers refuse. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const HOST = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/**
 * The email to the owner: plain text, one line a field, the notes as they were written. The subject names service and
 * customer, because mailboxes show emails with one subject as one conversation.
 */
export function mailText({ form, receivedAt, request }: StoredRequest): SendMailOptions {
  const address = smtpAddress(request.email);
  const how = address
    ? "Reply to this email to write to the visitor."
    : "Write to the address above: a reply to this email does not reach the visitor.";
  const name = forHeader(request.fullName);
  const service = forHeader(projectTypeLabel(request.projectType, request.projectType));
  const lines = FIELDS.map((field) => `${LABELS[field]}: ${request[field] || "-"}`);
  return {
    subject: `${SUBJECTS[form]}: ${service}, ${name}`,
    text: `Received ${inWords(new Date(receivedAt))}, Michigan time\n\n${lines.join("\n")}\n\n${how}\n`,
    ...(address ? { replyTo: { name, address } } : {}),
  };
}

/** What was typed, as one short line. */
const forHeader = (typed: string) =>
  [...typed.replace(UNPRINTED, " ").trim()].slice(0, LONGEST_IN_HEADER).join("");

/** The address in the ASCII form that every mail server takes; undefined if it has none. */
function smtpAddress(email: string): string | undefined {
  if (email.length > LONGEST_ADDRESS) return undefined;
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const host = domainToASCII(email.slice(at + 1));
  const fits = local.length <= LONGEST_LOCAL_PART && LOCAL_PART.test(local) && HOST.test(host);
  return fits && local.length + host.length < LONGEST_ADDRESS ? `${local}@${host}` : undefined;
}
