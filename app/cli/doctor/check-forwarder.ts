import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { errorCode } from "~/log/error-code";
import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";

const TIMEOUT_MS = 5_000;
const DAY_MS = 86_400_000;
/** A certificate is renewed a month or more before it ends. One this close was forgotten. */
const SOON_DAYS = 10;
/** Dates have whole seconds, and a response takes time. */
const SKEW_S = 60;

const PLAIN = warn("TLS", "FORWARD_URL is http: anybody on the network can read the requests");

/** Checks the forwarding service's name, certificate and clock. Sends it no request. */
export function checkForwarder(forwardUrl: string): Promise<Finding[]> {
  const { hostname, origin, protocol } = new URL(forwardUrl);
  const request: typeof requestHttp = protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const head = request(origin, { method: "HEAD", agent: false, timeout: TIMEOUT_MS }, (response) => {
      resolve([ok("DNS", `${hostname} is found`), checkTls(response), checkClock(response)]);
      head.destroy();
    });
    const late = Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "connect" });
    head.on("timeout", () => head.destroy(late));
    const plain = protocol === "http:" ? [PLAIN] : [];
    head.on("error", (error) => resolve([...plain, explain(error, hostname, head.socket)])).end();
  });
}

function checkTls({ socket }: IncomingMessage): Finding {
  if (!(socket instanceof TLSSocket)) return PLAIN;
  const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
  const text = `${socket.getProtocol()}, certificate good for ${days} days`;
  return (days < SOON_DAYS ? warn : ok)("TLS", text);
}

/** Compares this machine's clock with the service's. */
function checkClock({ headers }: IncomingMessage): Finding {
  const skew = Math.round((Date.now() - Date.parse(String(headers.date))) / 1000);
  if (Number.isNaN(skew)) return warn("clock", "the service's response has no date to compare with");
  if (Math.abs(skew) <= SKEW_S) return ok("clock", `within ${SKEW_S} s of the service's`);
  const ahead = `${Math.abs(skew)} s ${skew > 0 ? "ahead of" : "behind"}`;
  return warn("clock", `${ahead} the service's. Set it (NTP)`);
}

function explain(error: NodeJS.ErrnoException, host: string, socket: Socket | null): Finding {
  const code = errorCode(error);
  if (error.syscall === "getaddrinfo")
    return fail("DNS", `${host} is not found (${code}). Check FORWARD_URL and this server's DNS`);
  // Of several addresses none accepted: an AggregateError.
  const isConnected = error.syscall !== "connect" && !(error instanceof AggregateError);
  if (isConnected && socket instanceof TLSSocket && !socket.authorized)
    return fail("TLS", `no trusted connection to ${host} (${code})`);
  return fail("forwarding service", `does not respond (${code}). Check FORWARD_URL and the network`);
}
