import { randomBytes } from "node:crypto";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";
import type { Channel } from "~/quote/delivery/channel.server";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { createStoredRequest, SUBJECTS } from "~/quote/outbox/stored-request.server";
import type { Business } from "~/site/business";

const NAME = "TEST - please ignore";
const NOTES = "Sent by the site's doctor to check that requests arrive. No reply is needed.";
const SENDERS = {
  forward: "from the forwarding service, which may choose its own subject",
  mail: "from MAIL_FROM (by default MAIL_TO)",
};

/** Sends one request marked TEST by every channel, and says what to look for. Nothing is stored; no two share an id. */
export async function sendTest(channels: Channel[], { email, phone }: Business): Promise<Finding[]> {
  const request = { fullName: NAME, email, phone, projectType: "other", projectLocation: "TEST" };
  const values = { ...request, additionalNotes: NOTES };
  const stored = createStoredRequest("quote", values, randomBytes(32), new Date());
  return Promise.all(
    channels.map(async ({ name, send }) => {
      const attempt = await send(stored);
      const { stored: fate, advice } = ruleOf(attempt.class);
      const status = attempt.status ? `, ${attempt.status}` : "";
      const facts = `${attempt.class} (${name}${status}, ${attempt.ms} ms). ${advice ?? ""}`.trim();
      if (fate === "kept") return fail("TEST request", facts);
      const look = `Accepted does not mean delivered. Look in your inbox and in your spam folder for an email ${SENDERS[name]}. Its subject begins with "${SUBJECTS.quote}". Name: "${NAME}".`;
      return (advice ? warn : ok)("TEST request", `${facts} ${look}`);
    }),
  );
}
