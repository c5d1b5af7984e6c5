import { randomBytes } from "node:crypto";
import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import type { Channel } from "~/quote/delivery/deliver.server";
import { ruleOf } from "~/quote/delivery/delivery-classes.server";
import { createStoredRequest } from "~/quote/outbox/stored-request.server";
import type { Business } from "~/site/business";

/** Sends one request, marked as a test, by every way there is, and tells what each came to. Nothing is stored. */
export async function sendTest(channels: Channel[], { email, phone }: Business): Promise<Finding[]> {
  const request = {
    fullName: "TEST - please ignore",
    email,
    phone,
    projectType: "other",
    projectLocation: "TEST",
    additionalNotes:
      "Sent by the site's doctor, to see whether requests arrive. Nobody is waiting for an answer.",
  };
  const envelope = createStoredRequest("quote", request, randomBytes(32), new Date());
  return Promise.all(
    channels.map(async ({ name, send }) => {
      const attempt = await send(envelope);
      const { stored, advice } = ruleOf(attempt.class);
      const status = attempt.status ? `, ${attempt.status}` : "";
      const facts = `${attempt.class} (${name}${status}, ${attempt.ms} ms)`;
      if (stored === "kept") return fail("TEST request", `${facts}. ${advice}`);
      return (advice ? warn : ok)(
        "TEST request",
        `${facts}. ${advice ?? "Now see it arrive in your mailbox."}`,
      );
    }),
  );
}
