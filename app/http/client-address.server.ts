import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The header in which an action finds the client's address. Whatever a client sends under this name is dropped. */
export const CLIENT_ADDRESS = "x-client-address";

/**
 * The address a request came from: the connection's, or with proxies before the site the one that the outermost of them
 * saw. A proxy adds the address it was called from at the right of `X-Forwarded-For`; what stands further left is the
 * client's own invention. It is for counting, never for a log. With too high a number, or a way around the proxies, a
 * client chooses the address it is counted by.
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
  return plainAddress(withoutPort(forwardedFor(req.headers).at(-trustedProxies) ?? "")) ?? own;
}

/** What proxies say they were called from, the nearest proxy's word last; none where none spoke. */
export function forwardedFor(headers: IncomingHttpHeaders): string[] {
  const forwarded = headers["x-forwarded-for"];
  if (!forwarded) return [];
  return (Array.isArray(forwarded) ? forwarded.join() : forwarded).split(",").map((entry) => entry.trim());
}

/**
 * The network that an address as `clientAddress` gives it belongs to: its /24, or the /48 around a /64. A provider gives
 * one customer as much.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return `${address.split(".", 3).join(".")}.0/24`;
  return address.endsWith("::/64") ? `${address.split(":", 3).join(":")}::/48` : address;
}

/** Some proxies write "192.0.2.1:4711" and "[2001:db8::1]:4711". */
function withoutPort(entry: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ?? entry;
}

/** An address as it is counted, see `clientAddress`; undefined where it is no address. */
export function plainAddress(address: string): string | undefined {
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
