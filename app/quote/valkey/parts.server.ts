import type { Channel, DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { Copies } from "~/quote/valkey/copies.server";
import type { QueueOutbox } from "~/quote/valkey/queue-outbox.server";
import type { Queues } from "~/quote/valkey/queues.server";
import type { WriteErrors } from "~/quote/valkey/write-errors.server";

/** What `openBackend` makes, and what it is given: its parts take from this what they need. */
export type Parts = DeliveryDeps & {
  valkey: Valkey;
  queues: Queues;
  queue: QueueOutbox;
  /** Replaces Valkey while that is away. */
  folder: FolderOutbox;
  copies: Copies;
  inFlight: InFlight;
  writeErrors: WriteErrors;
  channels: readonly Channel[];
  /** How long one attempt can take, in milliseconds. */
  firstAttemptMs: number;
};
