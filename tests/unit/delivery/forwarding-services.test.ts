import { expect, it } from "vitest";
import { classifyResponse } from "~/quote/delivery/delivery-classes.server";

/** What docs/forwarding-services.md says that each service responds, and what the site makes of it. */

const RECAPTCHA =
  '{"error":"In order to submit via AJAX, you need to set a custom key or reCAPTCHA must be disabled in this form\'s settings page."}';

const json = (message: string, success: string) => JSON.stringify({ success, message });

it.each([
  ["FormSubmit accepted", 200, json("The form was submitted successfully.", "true"), "accepted"],
  ["FormSubmit before activation", 200, json("This form needs Activation.", "false"), "needs-activation"],
  [
    "FormSubmit without Origin, or too many at once",
    200,
    json("Make sure you open this page through a web server", "false"),
    "refused-or-throttled",
  ],
  ["FormSubmit's other no", 200, json("no", "false"), "refused"],
  ["Formspree accepted", 200, '{"next":"/thanks","ok":true}', "accepted"],
  ["Formspree with reCAPTCHA", 403, RECAPTCHA, "blocked"],
  [
    "Formspree does not like a field",
    422,
    '{"error":"Validation errors","errors":[{"code":"TYPE_EMAIL","field":"email","message":"should be an email"}]}',
    "request-refused",
  ],
  [
    "Formspree's form is gone",
    404,
    '{"error":"Form not found","errors":[{"code":"FORM_NOT_FOUND"}]}',
    "misconfigured",
  ],
  ["Formspree over 20 a minute", 429, "", "throttled"],
  ["Formspree as it responds to a browser", 302, "", "redirected"],
  ["Formcarry accepted", 200, '{"code":200,"status":"success","title":"Thank you"}', "accepted"],
  ["Formcarry said no with a 200", 200, '{"status":"error","message":"no"}', "refused"],
  ["Basin accepted, and does not say more", 200, "", "presumed-accepted"],
  ["Basin accepted, and says so", 200, '{"success":true}', "accepted"],
  ["Basin said no with a 200", 200, '{"error":"no"}', "refused"],
] as const)("%s", (name, status, body, expected) => {
  expect(classifyResponse(status, {}, body, name.startsWith("FormSubmit"))).toBe(expected);
});
