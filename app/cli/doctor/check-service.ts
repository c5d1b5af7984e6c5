import { type Finding, fail, ok, warn } from "~/cli/doctor/finding";

const ABOUT = "service";

/** The forwarding services that docs/forwarding-services.md describes, by the beginning of their addresses. */
const SERVICES: [RegExp, Finding][] = [
  [/^formsubmit\.co\/ajax\/./, ok(ABOUT, "this is FormSubmit's JSON address")],
  [
    /^formsubmit\.co\//,
    warn(
      ABOUT,
      "this is FormSubmit's address for browsers, which does not say whether it accepted. Put /ajax/ before the form id",
    ),
  ],
  [
    /^formspree\.io\/f\/./,
    ok(ABOUT, "this is Formspree's form address. reCAPTCHA must be off in its settings"),
  ],
  [/^formcarry\.com\/s\/./, ok(ABOUT, "this is Formcarry's form address")],
  [
    /^api\.web3forms\.com\//,
    fail(
      ABOUT,
      "Web3Forms wants a key among the fields, which the site does not send. Choose another service",
    ),
  ],
];

/** Which forwarding service this is, if its responses are known. */
export function checkService(forwardUrl: string): Finding[] {
  const { hostname, pathname } = new URL(forwardUrl);
  const [, finding] = SERVICES.find(([address]) => address.test(hostname + pathname)) ?? [];
  return finding ? [finding] : [];
}
