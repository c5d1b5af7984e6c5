import { randomBytes } from "node:crypto";
import type { Valkey } from "~/quote/valkey/connection.server";

/** 32 bytes. Anything else would make ids that can be guessed, or none. */
const KEY = /^[0-9a-f]{64}$/;

/** The key that all processes make ids with: the first one's that comes. Throws EDAMAGED where what is there is no key. */
export function makeSharedKey(valkey: Valkey, prefix: string) {
  const name = `${prefix}:key`;

  async function shareKey(own: Buffer): Promise<Buffer> {
    await valkey.ask((client) => client.set(name, own.toString("hex"), "NX"));
    const text = (await valkey.ask((client) => client.get(name))) ?? "";
    if (!KEY.test(text)) throw Object.assign(new Error(`${name} is no key`), { code: "EDAMAGED" });
    return Buffer.from(text, "hex");
  }

  return { shareKey, idKey: () => shareKey(randomBytes(32)) };
}
