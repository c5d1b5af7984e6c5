import { Readable } from "node:stream";
import { domainToASCII } from "node:url";
import type { SendMailOptions } from "nodemailer";
import type { Config } from "~/config/config.server";
import { LOCAL_TIME } from "~/contractor/company";
import { formatLocalTime } from "~/local-time.server";
import { errorCode } from "~/log/error-code";
import { classify, type MailError } from "~/quote/delivery/channels/classify-mail.server";
import { FIELD_NAMES, FIELDS } from "~/quote/fields";
import type { AttemptResult } from "~/quote/lifecycle/channel.server";
import { type StoredQuote, SUBJECTS } from "~/quote/lifecycle/stored-quote.server";
import { projectTypeLabel } from "~/quote/project-types";

type MailSettings = NonNullable<Config["mailSettings"]> & { siteHost: string; timeoutMs: number };

/** The mail server that `SMTP_URL` names. `siteHost`: how this server greets it; some refuse a name without a dot. */
export async function openTransport(smtpUrl: string, siteHost: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    // Its query comes first: `?requireTLS=false` lets a server go without STARTTLS.
    url: smtpUrl,
    requireTLS: true,
    name: siteHost.includes(".") ? siteHost : undefined,
    // Nothing that is still in a buffer may go out later.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Emails a request once. The Message-ID comes from the id, so a mailbox can recognize a copy. Never throws. */
export async function mail(stored: StoredQuote, settings: MailSettings): Promise<AttemptResult> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  let sent = false;
  const transport = await openTransport(settings.smtpUrl, settings.siteHost);
  transport.use("stream", ({ message }, done) => {
    // Read only once the server is ready for the email.
    async function* noting(content: AsyncIterable<unknown>) {
      yield* content;
      sent = true;
    }
    message.processFunc((content) => Readable.from(noting(content)));
    done();
  });
  const timer = AbortSignal.timeout(settings.timeoutMs);
  try {
    const { response, rejected } = await transport.sendMail({
      messageId: `<${stored.id}@${settings.siteHost}>`,
      from: settings.from,
      to: settings.to,
      ...mailText(stored),
      signal: timer,
    });
    return {
      // nodemailer throws only if the server refuses all addresses.
      class: rejected.length > 0 ? "mail-partly-accepted" : "mail-accepted",
      status: Number.parseInt(response, 10),
      bytes: response.length,
      ms: ms(),
    };
  } catch (error) {
    const { originalCode, responseCode: status } = error as MailError;
    const code = timer.aborted ? "TimeoutError" : (originalCode ?? errorCode(error));
    return { class: classify(error as MailError, sent), status, bytes: 0, ms: ms(), code };
  }
}

/** What ends a line, or reverses what is read. */
const UNPRINTED = /[\s\p{Cc}\p{Bidi_Control}]+/gu;
/** The same without the ends of lines. */
const UNPRINTED_IN_TEXT = /[^\P{Cc}\n\t]|\p{Bidi_Control}/gu;

/** The end of a line with text. Outlook joins a long line to the next unless three blanks end it (containrrr/watchtower#1082). */
const LINE_END = /(?<=.)\n/g;

/** The longest address (RFC 5321, 4.5.3.1). */
const LONGEST_ADDRESS = 254;
/** RFC 5322's dot-atom, and a host name. Rarer forms need SMTPUTF8 or quotes, which many servers refuse. */
const LOCAL_PART = /^(?=.{1,64}$)[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const HOST = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** The email: plain text. Its subject differs, because mailboxes show emails with one subject as one conversation. */
function mailText({ form, receivedAt, request }: StoredQuote): SendMailOptions {
  const address = smtpAddress(request.email);
  // Where sender and recipient are the same, some mail programs reply to the owner himself.
  const how = address
    ? `Write to the visitor: mailto:${address.replace(/[%?&#]/g, encodeURIComponent)}`
    : "Write to the address below: a reply to this email does not reach the visitor.";
  const name = forHeader(request.fullName);
  const service = projectTypeLabel(request.projectType);
  const typed = { ...request, projectType: service };
  const lines = FIELD_NAMES.map((name) => `${FIELDS[name].summaryLabel}: ${forText(typed[name]) || "-"}`);
  const received = `Received ${formatLocalTime(new Date(receivedAt))}, ${LOCAL_TIME}`;
  return {
    subject: `${SUBJECTS[form]}: ${forHeader(service)}, ${name}`,
    text: `${received}\n${how}\n\n${lines.join("\n")}\n`.replace(LINE_END, "   \n"),
    // Otherwise a server on the way may cut off the blanks.
    encoding: "quoted-printable",
    ...(address ? { replyTo: { name, address } } : {}),
  };
}

/** What was typed, as one line of 100 characters at most. "=?" would begin an encoded word (RFC 2047), which is decoded. */
const forHeader = (typed: string) =>
  [...typed.replace(UNPRINTED, " ").replaceAll("=?", "= ?").trim()].slice(0, 100).join("");

/** What was typed, as text. Its further lines are marked, so that none passes for another field or a second request. */
const forText = (typed: string) =>
  typed.replace(/\r\n?/g, "\n").replace(UNPRINTED_IN_TEXT, "").replaceAll("\n", "\n> ");

/** The address in the ASCII form that every mail server takes; undefined if it has none. */
function smtpAddress(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const local = email.slice(0, at);
  const host = domainToASCII(email.slice(at + 1));
  const address = `${local}@${host}`;
  const fits = address.length <= LONGEST_ADDRESS && LOCAL_PART.test(local) && HOST.test(host);
  return fits ? address : undefined;
}
