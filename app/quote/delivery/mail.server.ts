import { Readable } from "node:stream";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import type { Attempt } from "~/quote/delivery/channel.server";
import type { DeliveryClass } from "~/quote/delivery/delivery-classes.server";
import { mailText } from "~/quote/delivery/mail-text.server";
import type { StoredRequest } from "~/quote/outbox/stored-request.server";

type MailSettings = NonNullable<Config["mailSettings"]> & {
  /** The host of the site, for the Message-ID. */
  siteHost: string;
  timeoutMs: number;
};

/** The mail server that `SMTP_URL` names. */
export async function openTransport(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    // Its query comes first: `?requireTLS=false` lets a server go without STARTTLS.
    url: smtpUrl,
    requireTLS: true,
    // Nothing that is still in a buffer may go out later.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Emails a request to the owner once. The Message-ID comes from the id, so a mailbox can recognize a copy. Never throws. */
export async function mail(stored: StoredRequest, settings: MailSettings): Promise<Attempt> {
  const started = performance.now();
  const ms = () => Math.round(performance.now() - started);
  let sent = false;
  const transport = await openTransport(settings.smtpUrl);
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
    const { response } = await transport.sendMail({
      messageId: `<${stored.id}@${settings.siteHost}>`,
      from: settings.from,
      to: settings.to,
      ...mailText(stored),
      signal: timer,
    });
    const status = Number.parseInt(response, 10);
    return { class: "mail-accepted", status, bytes: response.length, ms: ms() };
  } catch (error) {
    const { originalCode, responseCode: status } = error as MailError;
    const code = timer.aborted ? "TimeoutError" : (originalCode ?? errorCode(error));
    return { class: classify(error as MailError, sent), status, bytes: 0, ms: ms(), code };
  }
}

export type MailError = Error & {
  /** nodemailer's own code, e.g. "ESOCKET". */
  code?: string;
  /** The system's code behind it, e.g. "ECONNREFUSED". */
  originalCode?: string;
  responseCode?: number;
};

const UNTRUSTED = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

/** 4xx is "later", 5xx is "no" (RFC 5321, 4.2.1). Without a reply it matters whether the email was sent. */
export function classify(
  { code, originalCode, responseCode: reply = 0 }: MailError,
  sent: boolean,
): DeliveryClass {
  if (reply >= 400 && reply < 500) return "mail-deferred";
  if (code === "ETLS" || UNTRUSTED.test(originalCode ?? "")) return "mail-unencrypted";
  if (code === "EMESSAGE") return "mail-request-refused";
  if (reply >= 500 || code === "EAUTH" || code === "EENVELOPE") return "mail-refused";
  return sent ? "mail-unknown" : "mail-unreachable";
}
