import type { Turn } from "~/quote/outbox/folder-turn.server";
import type { Valkey } from "~/quote/valkey/connection.server";

/** One of all processes on Valkey gets it: the key `name` is there until it is due. Throws while Valkey is away. */
export const makeValkeyTurn = (valkey: Valkey, name: string): Turn => ({
  begin: async (ms) => {
    const isFirst = (await valkey.ask((client) => client.set(`${name}-begun`, "yes", "NX"))) === "OK";
    if (isFirst && ms > 0) await valkey.ask((client) => client.set(name, "first", "PX", ms));
  },
  take: async (ms) => (await valkey.ask((client) => client.set(name, "taken", "PX", ms, "NX"))) === "OK",
  postpone: async (ms) => {
    await valkey.ask((client) => client.set(name, "done", "PX", ms));
  },
});
