import { lookup } from "node:dns/promises";
import { connect } from "node:tls";
import { request } from "undici";
import { type Finding, fail, faultOf, ok, warn } from "~/cli/doctor/finding";

const PATIENCE_MS = 5_000;
const DAY_MS = 86_400_000;
/** A certificate is renewed a month or more before it ends; one this close was forgotten. */
const SOON_DAYS = 10;
/** Dates have whole seconds, and an answer takes its time. */
const SKEW_S = 60;

/** The way to the forwarding service, without sending it anything: its name, its certificate, its clock. */
export async function checkForwarder(forwardUrl: string): Promise<Finding[]> {
  const { hostname, port, protocol, origin } = new URL(forwardUrl);
  const host = hostname.replace(/^\[|\]$/g, "");
  try {
    const addresses = await lookup(host, { all: true });
    const found = [ok("DNS", `${host} has ${addresses.length} address(es)`)];
    if (protocol === "https:") found.push(await checkCertificate(host, Number(port || 443)));
    else found.push(warn("TLS", "FORWARD_URL is http: requests travel readable by anybody on the way"));
    if (!found.some(({ level }) => level === "fail")) found.push(await checkClock(origin));
    return found;
  } catch (error) {
    return [fail("DNS", `${host} is not found (${faultOf(error)}). Check FORWARD_URL and this server's DNS`)];
  }
}

function checkCertificate(host: string, port: number): Promise<Finding> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: host, timeout: PATIENCE_MS }, () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      const text = `${socket.getProtocol()}, certificate good for ${days} days`;
      resolve((days < SOON_DAYS ? warn : ok)("TLS", text));
      socket.destroy();
    });
    const failed = (error: NodeJS.ErrnoException) => {
      const untrusted = `no connection to ${host}:${port} that can be trusted (${faultOf(error)})`;
      resolve(error.syscall === "connect" ? unreachable(error) : fail("TLS", untrusted));
      socket.destroy();
    };
    socket.once("timeout", () =>
      failed(Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "connect" })),
    );
    socket.once("error", failed);
  });
}

const unreachable = (error: unknown) => {
  const text = `does not answer (${faultOf(error)}). Check FORWARD_URL and this server's network`;
  return fail("forwarding service", text);
};

/** This machine's clock beside the service's. */
async function checkClock(origin: string): Promise<Finding> {
  try {
    const { headers, body } = await request(origin, {
      method: "HEAD",
      headersTimeout: PATIENCE_MS,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await body.dump();
    const skew = Math.round((Date.now() - Date.parse(String(headers.date))) / 1000);
    if (Number.isNaN(skew)) return warn("clock", "the service's answer has no date to compare with");
    if (Math.abs(skew) <= SKEW_S) return ok("clock", `within ${SKEW_S} s of the service's`);
    return warn(
      "clock",
      `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"} the service's. Set it (NTP)`,
    );
  } catch (error) {
    return unreachable(error);
  }
}
