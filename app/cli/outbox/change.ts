import type { FolderOutbox } from "~/quote/outbox/folder-outbox.server";
import { find, type Outbox, PLACES, requestsIn } from "~/quote/outbox/outbox.server";
import { type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";
import { updateWaiting } from "~/quote/outbox/update-waiting.server";

/** Makes waiting requests due. Returns how many. */
export async function now(id: string, outbox: FolderOutbox): Promise<number> {
  if (id !== "all") {
    const { place, request } = await find(id, outbox);
    if (place !== "new") throw new Error(`${id} is not waiting: use \`again\`.`);
    intact(id, request);
    if (!(await updateWaiting(id, outbox, due))) throw new Error(`${id} is not waiting: use \`again\`.`);
    return 1;
  }
  let count = 0;
  for await (const { id } of requestsIn(outbox, ["new"])) if (await updateWaiting(id, outbox, due)) count++;
  return count;
}

const due = ({ heldUntil: _, ...request }: StoredRequest): StoredRequest => ({
  ...request,
  tries: Object.fromEntries(
    Object.entries(request.tries).map(([channel, { next: __, ...tried }]) => [channel, tried]),
  ),
});

/** Sends a request once more that was given up, looks like spam, or was sent. */
export async function again(id: string, outbox: Outbox): Promise<void> {
  const { place, request } = await find(id, outbox);
  if (place === "new") throw new Error(`${id} is not sent, dead or suspect: use \`now\`.`);
  const { sent, dead: _, ...rest } = intact(id, request);
  // Marked as sent it is sent even if an equal one was accepted within the hour.
  const at = new Date().toISOString();
  await outbox.store({ ...startOver(rest), sent: sent ?? { at, channel: "", class: "" } });
  // Removed only once it waits.
  await outbox.remove(id, place);
}

/** Deletes a request, wherever it is. */
export async function forget(id: string, outbox: Outbox): Promise<void> {
  await find(id, outbox);
  for (const place of PLACES) await outbox.remove(id, place);
}

function intact(id: string, request: StoredRequest | undefined): StoredRequest {
  if (request) return request;
  throw new Error(`${id} is damaged: use \`show\`, then \`forget\`.`);
}
