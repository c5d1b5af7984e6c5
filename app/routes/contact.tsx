import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { useState } from "react";
import { SERVICE_AREA } from "~/contractor/area";
import { ANSWERS, CONTACT_PAGE, TO_HAVE_READY } from "~/contractor/contact";
import { HOW_IT_WORKS } from "~/contractor/home";
import { quoteAction, quoteHeaders } from "~/quote/action.server";
import { quoteClientAction } from "~/quote/form/client-action";
import { SuccessMessage } from "~/quote/form/messages";
import { QuoteForm } from "~/quote/form/quote-form";
import { useReceipt, useRequest } from "~/quote/receipt/receipt";
import { Page } from "~/ui/layout/page";
import { CallUs, HaveReady, Questions } from "~/ui/sections/contact-page";
import { Hero } from "~/ui/sections/hero";
import { ServiceArea } from "~/ui/sections/service-area";

/** The longer texts, as on the home page. */
export const loader = () => ({
  ready: TO_HAVE_READY,
  work: HOW_IT_WORKS,
  area: SERVICE_AREA,
  answers: ANSWERS,
});

export const shouldRevalidate = () => false;

export const action = ({ request }: ActionFunctionArgs) => quoteAction(request, "contact");

export const headers = quoteHeaders;

export const clientAction = quoteClientAction;

export default function Contact() {
  const { ready, work, area, answers } = useLoaderData<typeof loader>();
  const { pathname, search } = useLocation();
  // Another submission hides the success message of the last one.
  const { outcome, sending } = useRequest();
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
        {sent ? <SuccessMessage receiptToken={receiptToken} /> : null}
        <QuoteForm
          key={lastToken}
          form="contact"
          action="/contact"
          service={pathname === "/contact" ? (new URLSearchParams(search).get("service") ?? "") : ""}
          submitLabel="Send Message"
        />
        <HaveReady ready={ready} work={work} />
      </section>
      <ServiceArea {...area} />
      <Questions answers={answers} />
    </Page>
  );
}
