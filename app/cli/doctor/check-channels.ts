import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { openOutbox } from "~/cli/command-line";
import type { Config } from "~/config/config.server";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";
import { writeTested } from "~/monitoring/health-file.server";
import { classify, type MailError } from "~/quote/delivery/channels/classify-mail.server";
import { openTransport } from "~/quote/delivery/channels/smtp.server";
import { mapFields } from "~/quote/fields";
import { adviceOf } from "~/quote/lifecycle/advice.server";
import type { Channel } from "~/quote/lifecycle/channel.server";
import { policyOf } from "~/quote/lifecycle/response-classes.server";
import { type ChannelName, createQuote, SUBJECTS } from "~/quote/lifecycle/stored-quote.server";

const TIMEOUT_MS = 15_000;

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

/**
 * Connects to the mail server and logs in, if SMTP_URL has a login and the server asks for one. Sends no email. Warns if sender and
 * recipient are the same: some mail programs then reply to the owner, whatever `Reply-To` says.
 */
export async function checkMail(
  { smtpUrl, from, to }: NonNullable<Config["mailSettings"]>,
  siteHost: string,
  timeoutMs: number,
): Promise<Finding[]> {
  const transport = await openTransport(smtpUrl, siteHost);
  const late = sleep(timeoutMs, undefined, { ref: false }).then(() => {
    throw Object.assign(new Error("too late"), { code: "ETIMEDOUT" });
  });
  const found = await Promise.race([transport.verify(), late]).then(
    () => ok("mail server", "accepts the connection, and the login if it asks for one"),
    (error: MailError) => {
      const { originalCode, responseCode: status } = error;
      const failure = { class: classify(error, false), status, code: originalCode ?? errorCode(error) };
      return fail("mail server", adviceOf(failure));
    },
  );
  return to.map(addressOf).includes(addressOf(from)) ? [found, SAME] : [found];
}

const addressOf = (mailbox: string) => (/<(.+)>/.exec(mailbox)?.[1] ?? mailbox).toLowerCase();

const SAME = warn(
  "MAIL_FROM",
  "is also in MAIL_TO: some mail programs then send a reply to you, not to the visitor. Set another MAIL_FROM, or reply by the link in the email",
);

const NAME = "TEST - please ignore";
const NOTES = "Sent by the site's doctor to check that requests arrive. No reply is needed.";
const SENDERS = {
  forward: `from the forwarding service. Its subject is "${SUBJECTS.quote}", unless the service chooses its own`,
  mail: `from MAIL_FROM (by default MAIL_TO). Its subject begins with "${SUBJECTS.quote}"`,
};

/**
 * Sends one request marked TEST by every channel, says what to look for, and lets the site know which accepted it. It is not stored;
 * no two share an id.
 */
export async function sendTest(channels: Channel[], config: Config): Promise<Finding[]> {
  const { email, phone } = config.business;
  const taken: ChannelName[] = [];
  const sample = { fullName: NAME, email, phone, projectType: "other", additionalNotes: NOTES };
  const values = { ...mapFields(() => "TEST"), ...sample };
  const stored = createQuote("quote", values, randomBytes(32), new Date());
  const found = await Promise.all(
    channels.map(async ({ name, send }) => {
      const attempt = await send(stored);
      const { accepted, advice } = policyOf(attempt.class);
      const facts = `${attempt.class} (${name}, ${attempt.ms} ms). ${advice ? adviceOf(attempt) : ""}`.trim();
      if (!accepted) return fail("TEST request", facts);
      taken.push(name);
      const look = `Accepted does not mean delivered. Look in your inbox and in your spam folder for an email ${SENDERS[name]}. Name: "${NAME}".`;
      return (advice ? warn : ok)("TEST request", `${facts} ${look}`);
    }),
  );
  const notRecorded = thrown("warn", "TEST request", "the site could not be informed that it was accepted");
  const record = async () => writeTested((await openOutbox(config)).outbox, config, taken);
  const problem = taken.length > 0 ? await record().catch(notRecorded) : undefined;
  return problem ? [...found, problem] : found;
}
