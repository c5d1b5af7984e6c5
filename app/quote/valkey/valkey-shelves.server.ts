import type { Redis } from "ioredis";
import type { Place } from "~/quote/outbox/outbox.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { Keys } from "~/quote/valkey/keys.server";

/** Makes what the operator's commands need to know of Valkey. See `Backlog`. */
export function makeShelves(valkey: Valkey, keys: Keys, end: (id: string) => Promise<void>) {
  async function sentIds(client: Redis): Promise<string[]> {
    const ids = new Set<string>();
    for await (const names of client.scanStream({ match: keys.sent("*"), count: 1_000 }))
      for (const name of names as string[]) ids.add(name.slice(keys.sent("").length));
    return [...ids];
  }

  return {
    ids: (place: Place) =>
      valkey.ask((client) => (place === "sent" ? sentIds(client) : client.hkeys(keys[place]))),
    text: async (place: Place, id: string) =>
      (await valkey.ask((client) =>
        place === "sent" ? client.get(keys.sent(id)) : client.hget(keys[place], id),
      )) ?? undefined,
    remove: async (id: string, place: Place = "new") => {
      if (place === "new") return end(id);
      await valkey.ask((client) =>
        place === "sent" ? client.del(keys.sent(id)) : client.hdel(keys[place], id),
      );
    },
  };
}
