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

/** Sends a request once more that was given up or sent. */
export async function again(id: string, all: readonly Backlog[], main: Backlog): Promise<void> {
  const { place, request, backlog } = await find(id, all);
  if (place === "new") throw new Error(`${id} is not sent or dead: use \`now\`.`);
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

/** Deletes sent requests that are older than `days`, by their own time or their file's. Returns how many. */
export async function purge(days: number, all: readonly Backlog[]): Promise<number> {
  const count = async () => {
    const ids = await Promise.all(all.map((backlog) => backlog.ids("sent")));
    return ids.flat().length;
  };
  const before = await count();
  const oldest = Date.now() - days * 24 * 60 * 60 * 1000;
  for await (const { id, request, backlog } of requestsIn(all, ["sent"]))
    if (request?.sent && Date.parse(request.sent.at) < oldest) await backlog.remove(id, "sent");
  for (const backlog of all) await backlog.sweep();
  return before - (await count());
}

function intact(id: string, request: StoredRequest | undefined): StoredRequest {
  if (request) return request;
  throw new Error(`${id} is damaged: use \`show\`, then \`forget\`.`);
}
