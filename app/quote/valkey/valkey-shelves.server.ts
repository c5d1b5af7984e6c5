import type { Place } from "~/quote/outbox/outbox.server";
import type { Valkey } from "~/quote/valkey/connection.server";
import type { Keys } from "~/quote/valkey/keys.server";

/** Makes what the operator's commands need to know of Valkey. See `Backlog`. */
export function makeShelves(valkey: Valkey, keys: Keys, end: (id: string) => Promise<void>) {
  /** Each page has a deadline of its own: of a large Valkey all of them take longer than one. */
  async function sentIds(): Promise<string[]> {
    const ids = new Set<string>();
    let cursor = "0";
    do {
      const from = cursor;
      const [next, names] = await valkey.ask((client) =>
        client.scan(from, "MATCH", keys.sent("*"), "COUNT", 1_000),
      );
      for (const name of names) ids.add(name.slice(keys.sent("").length));
      cursor = next;
    } while (cursor !== "0");
    return [...ids];
  }

  return {
    ids: (place: Place) => (place === "sent" ? sentIds() : valkey.ask((client) => client.hkeys(keys[place]))),
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
