import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLocation, useSearchParams } from "@remix-run/react";
import { answerHeaders, answerQuote } from "~/quote/answer.server";
import { keepForm } from "~/quote/keep-form";
import { SuccessMessage } from "~/quote/messages";
import type { Outcome } from "~/quote/outcome";
import { QuoteDialog } from "~/quote/quote-dialog";
import { QuoteForm } from "~/quote/quote-form";
import { titleMeta } from "~/site/meta";
import { closeHref, quoteHref } from "~/site/quote-path";

/** The quote modal, mounted beneath every page. It has no loader, so opening it asks the server for nothing. */

export const meta = titleMeta("Get Your Free Quote");

export const action = ({ request }: ActionFunctionArgs) => answerQuote(request, "quote");

export const headers = answerHeaders;

export const clientAction = keepForm;

export default function Quote() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const outcome = useActionData<Outcome>();
  const service = search.get("service") ?? "";
  const sent = search.get("sent") === "1" && !outcome;
  return (
    <QuoteDialog label="Get Your Free Quote" closeTo={closeHref(pathname, service, sent)} afterSending={sent}>
      {(closeLink, close) => (
        <>
          <Link {...closeLink} className="quote-close" aria-label="Close">
            <span aria-hidden="true">×</span>
          </Link>
          <h2 tabIndex={-1}>GET YOUR FREE QUOTE</h2>
          {sent ? (
            <>
              <SuccessMessage onOver={close} />
              <div className="form-buttons">
                <Link {...closeLink} className="button">
                  Back to the page
                </Link>
              </div>
            </>
          ) : (
            <>
              <p>Fill out the form below and we'll get back to you as soon as we can.</p>
              <QuoteForm
                form="quote"
                action={quoteHref(pathname, service)}
                outcome={outcome}
                service={service}
                sent={false}
                submitLabel="Send Message & Get Quote"
                cancel={
                  <Link {...closeLink} className="button plain">
                    Cancel
                  </Link>
                }
              />
            </>
          )}
        </>
      )}
    </QuoteDialog>
  );
}
