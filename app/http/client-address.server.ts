import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The header in which an action finds the client's address. Whatever a client sends under this name is dropped. */
export const CLIENT_ADDRESS = "x-client-address";

/**
 * The address a request came from: the connection's, or with proxies in front of the site the one that the outermost of
 * them saw. A proxy adds the address of its caller at the right of `X-Forwarded-For`; the client can invent the rest.
 * It is for counting, never for a log. If the number is too high, or clients can bypass the proxies, they choose it
 * themselves.
 *
 * @param trustedProxies how many proxies of the operator's are in front of the site
 * @returns an IPv4 address, or the /64 of an IPv6 address: one household or company has at least that
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

/** Some proxies write "192.0.2.1:4711" and "[2001:db8::1]:4711". */
const withoutPort = (entry: string) =>
  /^\[(.*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(entry)?.[1] ?? entry;

/** An address in the form that is counted, see `clientAddress`; undefined if it is not an address. */
export function clientKey(text: string): string | undefined {
  if (isIP(text) === 0) return undefined;
  // A zone ("%eth0.100") names an interface of this machine; ipaddr.js throws at some of them.
  const address = ipaddr.process(text.replace(/%.*/, ""));
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}

/**
 * The network of an address as `clientAddress` returns it: its /24, or the /48 around a /64. One customer of a provider
 * may have that much.
 */
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
