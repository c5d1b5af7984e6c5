import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The header that passes the client's address to an action. The policy replaces what a client sends under this name. */
export const CLIENT_ADDRESS = "x-client-address";

/**
 * The client's address, for rate limits, never for logs: that of the connection or, behind proxies, the one that the outermost
 * trusted proxy saw. Each proxy appends its caller's address to `X-Forwarded-For`; the client can forge the rest. If
 * `trustedProxies` is too high, or clients can bypass the proxies, they can forge this address, too.
 *
 * @param trustedProxies how many of the operator's proxies are in front of the site
 * @returns an IPv4 address, or the /64 of an IPv6 address, since one household or company has at least that
 */
export function clientAddress(
  { headers, socket }: Pick<IncomingMessage, "headers" | "socket">,
  trustedProxies: number,
): string {
  const claimed = trustedProxies > 0 ? forwardedFor(headers).at(-trustedProxies) : undefined;
  return clientKey(withoutPort(claimed ?? "")) ?? clientKey(socket.remoteAddress ?? "") ?? "unknown";
}

function forwardedFor({ "x-forwarded-for": forwarded = "" }: IncomingHttpHeaders): string[] {
  return String(forwarded)
    .split(",")
    .map((entry) => entry.trim());
}

/** For proxies that write "192.0.2.1:4711" and "[2001:db8::1]:4711". */
const withoutPort = (entry: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ?? entry;

/** Normalizes an address as `clientAddress` returns it; undefined if `text` is not an address. */
function clientKey(text: string): string | undefined {
  if (isIP(text) === 0) return undefined;
  // A zone ("%eth0.100") names an interface of this machine; ipaddr.js throws at some of them.
  const address = ipaddr.process(text.replace(/%.*/, ""));
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/** The /24 or /48 network of an address that `clientAddress` returned: as much as one customer of a provider may have. */
export function networkOf(address: string): string {
  if (isIP(address) === 4) return `${address.split(".", 3).join(".")}.0/24`;
  return address.endsWith("::/64") ? `${address.split(":", 3).join(":")}::/48` : address;
}

/** What does not fit TRUSTED_PROXIES: see `checkProxies`. */
export type ProxyFault = "unexpected" | "missing" | "private";

const DAY_MS = 24 * 60 * 60 * 1000;
let latest: { fault: ProxyFault; atMs: number } | undefined;

/**
 * Remembers if what proxies say about a client's address does not fit `TRUSTED_PROXIES`: a proxy where none is expected, too few of
 * them, or one more, whose address would count as the client's.
 */
export function checkProxies({ headers }: Pick<IncomingMessage, "headers">, trustedProxies: number): void {
  const entries = forwardedFor(headers).filter(Boolean);
  const client = clientKey(withoutPort(entries.at(-trustedProxies) ?? "")) ?? "";
  const isOver = entries.length > trustedProxies;
  const fault = entries.length < trustedProxies ? "missing" : trustedProxies === 0 ? "unexpected" : "private";
  if (fault === "missing" || (isOver && (trustedProxies === 0 || isPrivate(client))))
    latest = { fault, atMs: Date.now() };
}

/** The latest fault of the last day. */
export const proxyFault = (): ProxyFault | undefined =>
  latest && Date.now() - latest.atMs < DAY_MS ? latest.fault : undefined;

/** Addresses of the operator's own network and of this machine: a proxy's that TRUSTED_PROXIES leaves out, most often. */
const PRIVATE = ["private", "uniqueLocal", "loopback", "linkLocal", "carrierGradeNat"];
export function isPrivate(address: string): boolean {
  const [ip = ""] = address.split("/");
  return ipaddr.isValid(ip) && PRIVATE.includes(ipaddr.process(ip).range());
}
