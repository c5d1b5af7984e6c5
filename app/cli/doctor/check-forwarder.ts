import { request } from "undici";
import { type Finding, fail, ok, thrown, warn } from "~/monitoring/checks/finding";

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

/** The services in docs/forwarding-services.md, by the start of their URLs. */
const SERVICES: [url: RegExp, level: typeof ok, text: string][] = [
  [/^formsubmit\.co\/ajax\/./, ok, "this is FormSubmit's JSON address"],
  [
    /^formsubmit\.co\//,
    warn,
    "this is FormSubmit's address for browsers, which does not say whether it accepted. Put /ajax/ before the form id",
  ],
  [/^formspree\.io\/f\/./, ok, "this is Formspree's form address. reCAPTCHA must be off in its settings"],
  [/^formcarry\.com\/s\/./, ok, "this is Formcarry's form address"],
  [
    /^api\.web3forms\.com\//,
    fail,
    "Web3Forms needs a key among the fields, which the site does not send. Choose another service",
  ],
];

/** Which forwarding service this is, if its responses are known. */
export function checkService(forwardUrl: string): Finding[] {
  const { hostname, pathname } = new URL(forwardUrl);
  const known = SERVICES.find(([url]) => url.test(hostname + pathname));
  if (!known) return [];
  const [, level, text] = known;
  return [level("service", text)];
}
