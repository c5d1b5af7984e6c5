import type { IncomingMessage } from "node:http";
import { log } from "~/config/log.server";
import { forwardedFor } from "~/http/client-address.server";

let saidUnexpected = false;
let saidMissing = false;

/** Says once in the log if what proxies say of a client's address does not fit `TRUSTED_PROXIES`. */
export function checkProxies({ headers }: Pick<IncomingMessage, "headers">, trustedProxies: number): void {
  const entries = forwardedFor(headers).length;
  if (trustedProxies === 0 && entries > 0 && !saidUnexpected) {
    saidUnexpected = true;
    const advice =
      "A post came with X-Forwarded-For while TRUSTED_PROXIES is 0. If a proxy is in front of the site, set TRUSTED_PROXIES, or all visitors share one limit. If there is no proxy, a client made it up.";
    log("warn", "proxy.unexpected", { advice });
  }
  if (entries < trustedProxies && !saidMissing) {
    saidMissing = true;
    const advice =
      "A post named fewer addresses in X-Forwarded-For than TRUSTED_PROXIES. Either that number is too high, or somebody can reach the site past the proxy: then clients choose their own address.";
    log("warn", "proxy.missing", { advice });
  }
}
