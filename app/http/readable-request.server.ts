import type { IncomingMessage } from "node:http";

const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** The host that was last found to be one: nearly all requests name the same. */
let knownHost: string | undefined;

/** Whether the request names one host, and that as a host can be named. Of two, each reader might take another. */
export function oneHost({ headers: { host }, rawHeaders }: IncomingMessage): boolean {
  if (!host || (host !== knownHost && !(HOST.test(host) && URL.canParse(`http://${host}`)))) return false;
  knownHost = host;
  let named = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === "host") named++;
  }
  return named === 1;
}

/** Whether a path decodes, and to no control or line sign: no route matches one, and the page would lack its parts. */
export function readable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    return !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}
