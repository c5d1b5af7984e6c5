import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The header in which an action finds the client's address. Whatever a client sends under this name is dropped. */
export const CLIENT_ADDRESS = "x-client-address";

/**
 * The address a request came from: the connection's, or with proxies before the site the one that the outermost of them
 * saw. A proxy adds the address it was called from at the right of `X-Forwarded-For`; what stands further left is the
 * client's own invention. It is for counting, never for a log.
 *
 * @param trustedProxies how many proxies of the operator's stand before the site
 * @returns an IPv4 address, or the /64 that an IPv6 address lies in: one household or company has at least that
 */
export function clientAddress(
  req: Pick<IncomingMessage, "headers" | "socket">,
  trustedProxies: number,
): string {
  const own = plainAddress(req.socket.remoteAddress ?? "") ?? "unknown";
  if (trustedProxies === 0) return own;
  const forwarded = req.headers["x-forwarded-for"];
  const entries = (Array.isArray(forwarded) ? forwarded.join() : (forwarded ?? "")).split(",");
  return plainAddress(withoutPort(entries.at(-trustedProxies)?.trim() ?? "")) ?? own;
}

/** Some proxies write "192.0.2.1:4711" and "[2001:db8::1]:4711". */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ?? entry;
}

function plainAddress(address: string): string | undefined {
  const family = isIP(address);
  if (family === 4) return address;
  if (family === 0) return undefined;
  const [zoneless = ""] = address.split("%");
  // The URL parser writes every IPv6 address in one way: hexadecimal, and at most one "::".
  const [head = "", tail] = new URL(`http://[${zoneless}]`).hostname.slice(1, -1).split("::");
  const left = head.split(":").filter(Boolean);
  const right = (tail ?? "").split(":").filter(Boolean);
  const groups = [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
  if (groups.slice(0, 6).join() === "0,0,0,0,0,ffff") return ipv4(groups[6], groups[7]);
  return `${groups.slice(0, 4).join(":")}::/64`;
}

const ipv4 = (...halves: (string | undefined)[]) =>
  halves
    .map((half = "") => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 255])
    .join(".");
