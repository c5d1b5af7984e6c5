import { find, type Outbox, PLACES, requestsIn } from "~/quote/outbox/outbox.server";
import { type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";

/** Makes waiting requests due. Returns how many. */
export async function now(id: string, outbox: Outbox): Promise<number> {
  if (id !== "all") {
    const { place, request } = await find(id, outbox);
    if (place !== "new") throw new Error(`${id} is not waiting: use \`again\`.`);
    await outbox.store(due(intact(id, request)));
    return 1;
  }
  let count = 0;
  for await (const { request } of requestsIn(outbox, ["new"])) {
    if (!request) continue;
    await outbox.store(due(request));
    count++;
  }
  return count;
}

const due = ({ heldUntil: _, ...request }: StoredRequest): StoredRequest => ({
  ...request,
  tries: Object.fromEntries(
    Object.entries(request.tries).map(([channel, { next: __, ...tried }]) => [channel, tried]),
  ),
});

/** Sends a request once more that was given up or sent. */
export async function again(id: string, outbox: Outbox): Promise<void> {
  const { place, request } = await find(id, outbox);
  if (place === "new") throw new Error(`${id} is not sent or dead: use \`now\`.`);
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
