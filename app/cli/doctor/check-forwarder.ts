import { lookup } from "node:dns/promises";
import { connect } from "node:tls";
import { request } from "undici";
import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";
import { errorCode } from "~/config/error-code";

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** A certificate is renewed a month or more before it ends. One this close was forgotten. */
const SOON_DAYS = 10;
/** Dates have whole seconds, and a response takes time. */
const SKEW_S = 60;

/** Checks the forwarding service's name, certificate and clock. Sends it no request. */
export async function checkForwarder(forwardUrl: string): Promise<Finding[]> {
  const { hostname, port, protocol, origin } = new URL(forwardUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  try {
    const addresses = await lookup(host, { all: true });
    const tls =
      protocol === "https:"
        ? await checkCertificate(host, Number(port || 443))
        : warn("TLS", "FORWARD_URL is http: anybody on the network can read the requests");
    const found = [ok("DNS", `${host} has ${addresses.length} address(es)`), tls];
    return tls.level === "fail" ? found : [...found, await checkClock(origin)];
  } catch (error) {
    return [
      fail("DNS", `${host} is not found (${errorCode(error)}). Check FORWARD_URL and this server's DNS`),
    ];
  }
}

function checkCertificate(host: string, port: number): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: TIMEOUT_MS }, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      const text = `${socket.getProtocol()}, certificate good for ${days} days`;
      resolve((days < SOON_DAYS ? warn : ok)("TLS", text));
      socket.destroy();
    });
    const failed = (error: NodeJS.ErrnoException) => {
      const untrusted = `no trusted connection to ${host}:${port} (${errorCode(error)})`;
      resolve(error.syscall === "connect" ? unreachable(error) : fail("TLS", untrusted));
      socket.destroy();
    };
    const timeout = Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "connect" });
    socket.once("timeout", () => failed(timeout));
    socket.once("error", failed);
  });
}

const unreachable = (error: unknown) =>
  fail(
    "forwarding service",
    `does not respond (${errorCode(error)}). Check FORWARD_URL and this server's network`,
  );

/** Compares this machine's clock with the service's. */
async function checkClock(origin: string): Promise<Finding> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { headers, body } = await request(origin, { method: "HEAD", signal });
    await body.dump();
    const skew = Math.round((Date.now() - Date.parse(String(headers.date))) / 1000);
    if (Number.isNaN(skew)) return warn("clock", "the service's response has no date to compare with");
    if (Math.abs(skew) <= SKEW_S) return ok("clock", `within ${SKEW_S} s of the service's`);
    const ahead = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"}`;
    return warn("clock", `${ahead} the service's. Set it (NTP)`);
  } catch (error) {
    return unreachable(error);
  }
}
