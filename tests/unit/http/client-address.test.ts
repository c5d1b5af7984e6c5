import type { Socket } from "node:net";
import { expect, it, vi } from "vitest";
import { checkProxies, clientAddress, networkOf, proxyFault } from "~/http/client-address.server";

const from = (remoteAddress: string | undefined, forwarded?: string, proxies = 0) =>
  clientAddress(
    { socket: { remoteAddress } as Socket, headers: forwarded ? { "x-forwarded-for": forwarded } : {} },
    proxies,
  );

it.each([
  ["192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
  ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2.0/24"],
  ["::ffff:c000:207", "192.0.2.7", "192.0.2.0/24"],
  ["::ffff:192.0.2.7%a:b", "192.0.2.7", "192.0.2.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:DB8:0001:0002::9", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64", "64:ff9b:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["fe80::1%br-lan", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["fe80::1%eth0.100", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  [undefined, "unknown", "unknown"],
])("client address: the connection's %s is %s, and its network %s", (address, expected, network) => {
  expect(from(address)).toBe(expected);
  expect(networkOf(expected)).toBe(network);
});

it("client address: it is the connection's when no proxy is trusted", () => {
  expect(from("192.0.2.7", "198.51.100.1")).toBe("192.0.2.7");
});

it.each([
  ["one proxy", "203.0.113.9", 1, "203.0.113.9"],
  ["one proxy, and the client's own invention before it", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
  ["two proxies", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["no blanks", "1.1.1.1,203.0.113.9", 1, "203.0.113.9"],
  ["a port", "203.0.113.9:4711", 1, "203.0.113.9"],
  ["IPv6", "2001:db8:a:b:c::1", 1, "2001:db8:a:b::/64"],
  ["IPv6 in brackets", "[2001:db8:a:b::1]", 1, "2001:db8:a:b::/64"],
  ["IPv6 and a port", "[2001:db8:a:b::1]:4711", 1, "2001:db8:a:b::/64"],
  ["IPv4 written as IPv6", "::ffff:203.0.113.9", 1, "203.0.113.9"],
  ["nothing", undefined, 1, "10.0.0.1"],
  ["fewer than there are proxies", "203.0.113.9", 2, "10.0.0.1"],
  ["no address", "203.0.113.9, unknown", 1, "10.0.0.1"],
  ["an address cut short", "203.0.113", 1, "10.0.0.1"],
  ["an empty one", "203.0.113.9,", 1, "10.0.0.1"],
  ["a script", "<script>", 1, "10.0.0.1"],
  ["a port alone", ":80", 1, "10.0.0.1"],
  ["a bracket", "[::1", 1, "10.0.0.1"],
])("client address: it is right when proxies sent %s: %s", (_name, forwarded, proxies, expected) => {
  expect(from("10.0.0.1", forwarded, proxies)).toBe(expected);
});

const fault = (forwarded: string | undefined, proxies: number) => {
  checkProxies({ headers: { "x-forwarded-for": forwarded } }, proxies);
  return proxyFault();
};

it("proxies: what does not fit TRUSTED_PROXIES is known for a day", () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  expect(fault(undefined, 0)).toBeUndefined();
  expect(fault("203.0.113.9", 1)).toBeUndefined();
  // A visitor's own invention, and the owner on a private network, are no fault.
  expect(fault("1.1.1.1, 203.0.113.9", 1)).toBeUndefined();
  expect(fault("10.0.0.7", 1)).toBeUndefined();
  expect(fault("203.0.113.9", 0)).toBe("unexpected");
  expect(fault("203.0.113.9", 2)).toBe("missing");
  expect(fault("203.0.113.9, 172.18.0.3", 1)).toBe("private");
  vi.advanceTimersByTime(24 * 60 * 60_000 - 1);
  expect(proxyFault()).toBe("private");
  vi.advanceTimersByTime(1);
  expect(proxyFault()).toBeUndefined();
  vi.useRealTimers();
});
