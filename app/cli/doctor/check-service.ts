import { type Finding, fail, ok, warn } from "~/monitoring/checks/finding";

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
