import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import { makeTestRequest } from "~/monitoring/test-request.server";
import type { Channel } from "~/quote/delivery/deliver.server";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import type { Business } from "~/site/business";

const NOTES = "Sent by the site's doctor to check that requests arrive. Nobody waits for a reply.";

/** Sends one request marked TEST by every channel, and reports each result. Nothing is stored. */
export async function sendTest(channels: Channel[], business: Business): Promise<Finding[]> {
  const stored = makeTestRequest(business, NOTES);
  return Promise.all(
    channels.map(async ({ name, send }) => {
      const attempt = await send(stored);
      const rule = ruleOf(attempt.class);
      const status = attempt.status ? `, ${attempt.status}` : "";
      const facts = `${attempt.class} (${name}${status}, ${attempt.ms} ms)`;
      if (rule.stored === "kept") return fail("TEST request", `${facts}. ${rule.advice}`);
      const advice = rule.advice ?? "Now check that it is in your mailbox.";
      return (rule.advice ? warn : ok)("TEST request", `${facts}. ${advice}`);
    }),
  );
}
