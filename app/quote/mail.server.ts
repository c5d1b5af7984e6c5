import { createTransport } from "nodemailer";
import type { Attempt } from "~/quote/delivery.server";
import type { DeliveryClass } from "~/quote/delivery-class.server";
import { type Envelope, subject } from "~/quote/envelope.server";
import { FIELDS, type FieldName } from "~/quote/request";

export type MailSettings = {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  smtpUrl: string;
  to: string;
  from: string;
  /** The host of the site, for the mail's own id. */
  siteHost: string;
  /** For the whole attempt. */
  timeoutMs: number;
};

const LABELS: Record<FieldName, string> = {
  fullName: "Name",
  email: "Email",
  phone: "Phone",
  projectType: "Project type",
  projectLocation: "Project location",
  additionalNotes: "Notes",
};

/** The owner reads it in his mailbox: plain text, one line a field, the notes as they were written. */
const letter = ({ request, receivedAt }: Envelope) =>
  `${FIELDS.map((name) => `${LABELS[name]}: ${request[name] || "-"}`).join("\n")}\n\nReceived ${receivedAt} (UTC). Answer this mail to write to the visitor.\n`;

/**
 * Mails a request to the owner once. The mail's id is the request's, so that a mailbox that gets it twice can tell.
 *
 * @returns what the attempt came to; it never throws for what the mail server does
 */
export async function mail(sealed: Envelope, settings: MailSettings): Promise<Attempt> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  const { timeoutMs } = settings;
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const timer = AbortSignal.timeout(timeoutMs);
  const tooLong = new Promise<never>((_, reject) => {
    timer.addEventListener("abort", () => reject(timer.reason), { once: true });
  });
  try {
    const sending = transport.sendMail({
      messageId: `<${sealed.id}@${settings.siteHost}>`,
      from: settings.from,
      to: settings.to,
      replyTo: { name: sealed.request.fullName, address: sealed.request.email },
      subject: subject(sealed),
      text: letter(sealed),
    });
    const { response } = await Promise.race([sending, tooLong]);
    return {
      class: "mail-accepted",
      status: Number.parseInt(response, 10),
      bytes: response.length,
      ms: ms(),
    };
  } catch (error) {
    const { code, name, responseCode, command } = error as NodeJS.ErrnoException & {
      responseCode?: number;
      command?: string;
    };
    const fault = typeof code === "string" ? code : name;
    return {
      class: readFault(responseCode, fault, command),
      status: responseCode,
      bytes: 0,
      ms: ms(),
      fault,
    };
  } finally {
    transport.close();
  }
}

/** SMTP's own reading: 4xx is "later", 5xx is "no" (RFC 5321, 4.2.1). Without a reply it matters how far it came. */
function readFault(reply: number | undefined, fault: string, command: string | undefined): DeliveryClass {
  if (reply && reply >= 500) return "mail-refused";
  if (reply && reply >= 400) return "mail-deferred";
  if (fault === "EAUTH" || fault === "EENVELOPE") return "mail-refused";
  return command === "DATA" || command === undefined ? "mail-unknown" : "mail-unreachable";
}
