import { request } from "undici";
import { type Finding, ok, thrown, warn } from "~/monitoring/checks/finding";

const TIMEOUT_MS = 5_000;
/** Dates have whole seconds, and a response takes time. */
const SKEW_S = 60;

/** Checks that the forwarding service responds, and compares the clocks. Sends it no request. */
export async function checkForwarder(forwardUrl: string): Promise<Finding[]> {
  const { hostname, origin, protocol } = new URL(forwardUrl);
  const plain = warn("TLS", "FORWARD_URL is http: anybody on the network can read the requests");
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const silent = `${hostname} does not respond. Check FORWARD_URL, this server's DNS and its network`;
  const found = await request(origin, { method: "HEAD", signal }).then(
    ({ headers }) => [ok("forwarder", `${hostname} responds`), checkClock(String(headers.date))],
    (error) => [thrown("fail", "forwarder", silent)(error)],
  );
  return protocol === "http:" ? [...found, plain] : found;
}

/** Compares this machine's clock with the service's. */
function checkClock(date: string): Finding {
  const skew = Math.round((Date.now() - Date.parse(date)) / 1000);
  if (Number.isNaN(skew)) return warn("clock", "the service's response has no date to compare with");
  if (Math.abs(skew) <= SKEW_S) return ok("clock", `within ${SKEW_S} s of the service's`);
  const ahead = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"}`;
  return warn("clock", `${ahead} the service's. Set it (NTP)`);
}
