import { type Backlog, find, PLACES, requestsIn } from "~/quote/outbox/outbox.server";
import { type StoredRequest, startOver } from "~/quote/outbox/stored-request.server";

/** Makes waiting requests due. Returns how many. */
export async function now(id: string, all: readonly Backlog[]): Promise<number> {
  if (id !== "all") {
    const { place, request, backlog } = await find(id, all);
    if (place !== "new") throw new Error(`${id} is not waiting: use \`again\`.`);
    await backlog.store(due(intact(id, request)));
    return 1;
  }
  let count = 0;
  for await (const { request, backlog } of requestsIn(all, ["new"])) {
    if (!request) continue;
    await backlog.store(due(request));
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

/** Sends a request once more that was given up, looks like spam, or was sent. */
export async function again(id: string, all: readonly Backlog[], main: Backlog): Promise<void> {
  const { place, request, backlog } = await find(id, all);
  if (place === "new") throw new Error(`${id} is not sent, dead or suspect: use \`now\`.`);
  const { sent, dead: _, ...rest } = intact(id, request);
  // Marked as sent it is sent even if an equal one was accepted within the hour.
  const at = new Date().toISOString();
  await main.store({ ...startOver(rest), sent: sent ?? { at, channel: "", class: "" } });
  // Removed only once it waits.
  await backlog.remove(id, place);
}

/** Deletes a request, wherever it is. */
export async function forget(id: string, all: readonly Backlog[]): Promise<void> {
  await find(id, all);
  for (const backlog of all) for (const place of PLACES) await backlog.remove(id, place);
}

/** Deletes sent requests that are older than KEEP_SENT_DAYS. Returns how many. */
export async function purge(all: readonly Backlog[]): Promise<number> {
  let count = 0;
  for (const backlog of all) count += await backlog.sweep();
  return count;
}

function intact(id: string, request: StoredRequest | undefined): StoredRequest {
  if (request) return request;
  throw new Error(`${id} is damaged: use \`show\`, then \`forget\`.`);
}
