/** What the log tells the operator about an attempt of each class. */
export const ADVICE: Partial<Record<string, string>> = {
  "presumed-accepted":
    "The forwarding service responded 200 but did not say whether it accepted. Use its JSON address (/ajax/) to be sure.",
  unclear:
    "The forwarding service did not clearly accept. Its domain may be parked, your account suspended or a captcha in the way: open the service's website and check, then test with `npm run doctor -- --send`.",
  "needs-activation":
    "The form is not activated: click the link in the email that the forwarding service sent you.",
  "refused-or-throttled":
    "The forwarding service refused the request, or wants fewer at once. Check that SITE_URL is right.",
  refused: "The forwarding service did not accept the request. Check the form at the service.",
  blocked:
    "The forwarding service's bot protection blocks this server. Ask the service to allow it, or host the site elsewhere.",
  redirected:
    "FORWARD_URL responds with a redirect, which may mean success, so a request is sent three times at most. Set FORWARD_URL to the service's address for JSON (AJAX), which says whether it accepted.",
  misconfigured: "The forwarding service does not know this form. Check FORWARD_URL.",
  "request-refused":
    "The forwarding service refuses the content of this request. Read it and call the visitor. If it refuses every request, check FORWARD_URL.",
  throttled: "The forwarding service wants fewer requests at once.",
  "server-error": "The forwarding service has a problem of its own.",
  unreachable: "No connection to the forwarding service. Check FORWARD_URL and this server's network.",
  unknown:
    "The request was sent, but no response could be read. It will be sent again, so it may arrive more than once.",
  "mail-refused": "The mail server refuses this. Check SMTP_URL, MAIL_FROM and MAIL_TO.",
  "mail-request-refused":
    "The mail server refuses the content of this email. Read the request and call the visitor. If it refuses every email, check its spam filter.",
  "mail-unencrypted":
    "The mail server offers no encryption, or its certificate is not valid for its name, so nothing was sent. Check the host and port in SMTP_URL. For a server without encryption on your own network, add ?requireTLS=false.",
  "mail-deferred": "The mail server says to try again later.",
  "mail-unreachable":
    "The mail server does not respond, so nothing was sent. Check SMTP_URL and this server's network.",
  "mail-unknown":
    "The email was sent, but no response came. It will be sent again, so it may arrive more than once.",
};
