import type { ActionFunctionArgs } from "@remix-run/node";
import { useActionData, useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { CONTACT_PAGE } from "~/contractor/contact";
import { quoteAction, quoteHeaders } from "~/quote/action.server";
import { quoteClientAction } from "~/quote/form/client-action";
import { SuccessMessage } from "~/quote/form/messages";
import { QuoteForm } from "~/quote/form/quote-form";
import type { Outcome } from "~/quote/outcome";
import { useReceipt } from "~/quote/receipt/receipt";
import { Page } from "~/ui/layout/page";
import { CallUs, HaveReady, Questions } from "~/ui/sections/contact-page";
import { Hero } from "~/ui/sections/hero";
import { ServiceArea } from "~/ui/sections/service-area";
import { closeHref } from "~/urls/quote-urls";

export const action = ({ request }: ActionFunctionArgs) => quoteAction(request, "contact");

export const headers = quoteHeaders;

export const clientAction = quoteClientAction;

export default function Contact() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const outcome = useActionData<Outcome>();
  // Another submission hides the success message of the last one.
  const sending = useNavigation().state === "submitting";
  const { sentParam, receiptToken } = useReceipt();
  const sent = sentParam === "1" && !outcome && !sending && pathname === "/contact";
  // The form's key. A new receipt token resets the form; losing the token (message expired, modal opened) does not.
  const [lastToken, setLastToken] = useState(receiptToken);
  if (sent && lastToken !== receiptToken) setLastToken(receiptToken);
  return (
    <Page>
      <Hero {...CONTACT_PAGE} aside={<CallUs />} />
      <section className="contact-form" aria-labelledby="contact-form">
        <h2 id="contact-form">Send us a message</h2>
        {sent ? (
          <SuccessMessage
            receiptToken={receiptToken}
            onExpire={() =>
              navigate(closeHref(pathname, "", receiptToken), { replace: true, preventScrollReset: true })
            }
          />
        ) : null}
        <QuoteForm
          key={lastToken}
          form="contact"
          action="/contact"
          outcome={outcome}
          service={pathname === "/contact" ? (new URLSearchParams(search).get("service") ?? "") : ""}
          submitLabel="Send Message"
        />
        <HaveReady />
      </section>
      <ServiceArea />
      <Questions />
    </Page>
  );
}
