import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { classify, type MailError, openTransport } from "~/quote/delivery/mail.server";

/** Connects to the mail server and logs in, if SMTP_URL has a login. Sends no email. */
export async function checkMail(smtpUrl: string, timeoutMs: number): Promise<Finding[]> {
  const transport = await openTransport(smtpUrl);
  const late = sleep(timeoutMs, Object.assign(new Error(), { code: "ETIMEDOUT" }), { ref: false });
  const inTime = <T>(work: Promise<T>) => Promise.race([work, late.then((error) => Promise.reject(error))]);
  try {
    await inTime(transport.verify());
    if (!new URL(smtpUrl).username)
      return [ok("mail server", "accepts the connection. SMTP_URL has no login")];
    if (await inTime(offersLogin(smtpUrl)))
      return [ok("mail server", "accepts the connection and the login in SMTP_URL")];
    const text =
      "accepts the connection but offers no login, so the one in SMTP_URL is not used. Check host and port";
    return [warn("mail server", text)];
  } catch (error) {
    const { advice } = ruleOf(classify(error as MailError, false));
    return [fail("mail server", `${advice} (${(error as MailError).originalCode ?? errorCode(error)})`)];
  }
}

/** nodemailer skips the login if the server offers none. Forced to log in without one, it fails only if the server does. */
async function offersLogin(smtpUrl: string): Promise<boolean> {
  const url = new URL(smtpUrl);
  url.username = url.password = "";
  url.searchParams.set("forceAuth", "true");
  const transport = await openTransport(url.href);
  return transport.verify().then(
    () => false,
    (error: MailError) => {
      if (error.code !== "ENOAUTH") throw error;
      return true;
    },
  );
}
