import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { classify, type MailError, openTransport } from "~/quote/delivery/mail.server";

const TIMEOUT_MS = 5_000;

/** Checks that the forwarding service responds. Sends it no request. */
export async function checkForwarder(forwardUrl: string): Promise<Finding[]> {
  const { hostname, origin, protocol } = new URL(forwardUrl);
  const plain = warn("TLS", "FORWARD_URL is http: anybody on the network can read the requests");
  const silent = `${hostname} does not respond. Check FORWARD_URL, this server's DNS and its network`;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const found = await request(origin, { method: "HEAD", signal }).then(
    () => ok("forwarder", `${hostname} responds`),
    thrown("fail", "forwarder", silent),
  );
  return protocol === "http:" ? [found, plain] : [found];
}

/** Connects to the mail server and logs in, if SMTP_URL has a login and the server asks for one. Sends no email. */
export async function checkMail(smtpUrl: string, timeoutMs: number): Promise<Finding[]> {
  const transport = await openTransport(smtpUrl);
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error("too late"), { code: "ETIMEDOUT" });
  });
  return Promise.race([transport.verify(), late]).then(
    () => [ok("mail server", "accepts the connection, and the login if it asks for one")],
    (error: MailError) => {
      const { advice } = ruleOf(classify(error, false));
      return [fail("mail server", `${advice} (${error.originalCode ?? errorCode(error)})`)];
    },
  );
}
