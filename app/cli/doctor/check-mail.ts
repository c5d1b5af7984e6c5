import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/config/error-code";
import { type Finding, fail, ok } from "~/config/finding";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { classify, type MailError, openTransport } from "~/quote/delivery/mail.server";

/** Connects to the mail server and logs in, if SMTP_URL has a login. Sends no email. */
export async function checkMail(smtpUrl: string, timeoutMs: number): Promise<Finding[]> {
  const transport = await openTransport(smtpUrl);
  const late = sleep(timeoutMs, Object.assign(new Error(), { code: "ETIMEDOUT" }), { ref: false });
  try {
    await Promise.race([transport.verify(), late.then((error) => Promise.reject(error))]);
    return [ok("mail server", "takes the connection, and the login if SMTP_URL has one")];
  } catch (error) {
    const { advice } = ruleOf(classify(error as MailError, false));
    return [fail("mail server", `${advice} (${(error as MailError).originalCode ?? errorCode(error)})`)];
  }
}
