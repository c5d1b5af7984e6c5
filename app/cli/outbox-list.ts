import type { Queue } from "bullmq";
import { parseJson, type StoredRequest } from "~/quote/outbox/stored-request.server";
import type { Queues } from "~/quote/valkey/queues.server";
import { type makeRequestMarks, WAITING } from "~/quote/valkey/request-marks.server";

/** How many requests are read at once: all of them may be larger than this process. */
const PAGE = 100;

/** Prints the id and the tries of each request, by state. No personal data. */
export async function list(
  { client, requests, suspect }: Queues,
  { sentIds, readSent }: ReturnType<typeof makeRequestMarks>,
  print: (text: string) => void,
): Promise<void> {
  async function rows(state: string, ids: string[], read: (id: string) => Promise<string | null>) {
    print(`${ids.length} ${state}`);
    for (let at = 0; at < ids.length; at += PAGE) {
      const page = ids.slice(at, at + PAGE);
      const texts = await Promise.all(page.map(read));
      for (const [i, text] of texts.entries()) if (text) print(`  ${page[i]}  ${summaryOf(parse(text))}`);
    }
  }
  const dataOf = (queue: Queue) => (job: string) => client.hget(queue.toKey(job), "data");
  await rows("waiting", await requests.getRanges([...WAITING], 0, -1, true), dataOf(requests));
  await rows("dead", await requests.getRanges(["failed"], 0, -1, true), dataOf(requests));
  await rows("suspect", await suspect.getRanges(["wait"], 0, -1, true), dataOf(suspect));
  await rows("sent", await sentIds(), readSent);
}

function summaryOf(data: Partial<StoredRequest> | string | null): string {
  if (typeof data === "string" || !data?.receivedAt) return "damaged";
  const { receivedAt, tries = {}, sent, heldUntil } = data;
  const notes = Object.entries(tries).map(
    ([channel, tried]) => `${channel}: ${tried.count} times, ${tried.class}, next ${tried.next ?? "now"}`,
  );
  if (sent) notes.push(`sent ${sent.at} by ${sent.channel}, ${sent.class}`);
  else if (heldUntil) notes.push(`held until ${heldUntil}`);
  return `received ${receivedAt}  ${notes.join("; ")}`;
}

export const parse = (text: string) => parseJson(text) ?? text;
