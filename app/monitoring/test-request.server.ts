import { randomBytes } from "node:crypto";
import { createStoredRequest, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Business } from "~/site/business";

/** Makes a request marked TEST, to see whether requests arrive. It is stored nowhere, and no two share an id. */
export function makeTestRequest({ email, phone }: Business, additionalNotes: string): StoredRequest {
  const request = {
    fullName: "TEST - please ignore",
    email,
    phone,
    projectType: "other",
    projectLocation: "TEST",
    additionalNotes,
  };
  return createStoredRequest("quote", request, randomBytes(32), new Date());
}
