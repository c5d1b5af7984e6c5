import type { DeliveryDeps } from "~/quote/delivery/deliver.server";
import type { InFlight } from "~/quote/delivery/in-flight.server";
import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { Copies } from "~/quote/valkey/copies.server";
import type { ValkeyOutbox } from "~/quote/valkey/valkey-outbox.server";
import type { WriteErrors } from "~/quote/valkey/write-errors.server";

/** What `openBackend` makes, and what it is given: its parts take from this what they need. */
export type Parts = DeliveryDeps & {
  valkey: Valkey;
  prefix: string;
  onValkey: ValkeyOutbox;
  folder: FolderOutbox;
  copies: Copies;
  inFlight: InFlight;
  writeErrors: WriteErrors;
  /** How long one attempt can take, in milliseconds. */
  firstAttemptMs: number;
};
