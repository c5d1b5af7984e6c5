import { checkDatabase } from "~/monitoring/checks/check-database.server";
import { checkOutbox } from "~/monitoring/checks/check-outbox.server";
import type { Finding } from "~/monitoring/checks/finding";
import { makeReadiness } from "~/monitoring/checks/readiness.server";
import { folder, outboxes, postgres } from "~/quote/quote-service.server";

export const isReady = makeReadiness(outboxes);

/** Checks where requests are kept. */
export const checkStores = async (): Promise<Finding[]> => [
  ...(await checkOutbox(folder)),
  ...(postgres ? await checkDatabase(postgres.query, postgres.outbox) : []),
];
