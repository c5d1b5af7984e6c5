import type { ActionFunctionArgs } from "@remix-run/node";
import { Link, useLocation } from "@remix-run/react";
import { quoteAction, quoteHeaders } from "~/quote/action.server";
import { quoteClientAction } from "~/quote/form/client-action";
import { SuccessMessage } from "~/quote/form/messages";
import { QuoteDialog } from "~/quote/form/quote-dialog";
import { QuoteForm } from "~/quote/form/quote-form";
import { useReceipt, useRequest } from "~/quote/receipt/receipt";
import { useBusiness } from "~/root-data";
import { closeHref, quoteHref, titleOf } from "~/urls/quote-urls";

/** The quote modal, mounted below every page. It has no loader, so opening it needs no request. */

export const action = ({ request }: ActionFunctionArgs) => quoteAction(request, "quote");

export const headers = quoteHeaders;

export const clientAction = quoteClientAction;

export default function Quote() {
  const { pathname, search } = useLocation();
  const { owner, phone, phoneHref } = useBusiness();
  const { outcome } = useRequest();
  const query = new URLSearchParams(search);
  const service = query.get("service") ?? "";
  const { sentParam, receiptToken } = useReceipt();
  const sent = sentParam === "1" && !outcome;
  const title = titleOf(pathname, sent);
  return (
    <QuoteDialog
      label={title}
      closeTo={closeHref(pathname, search, sent ? receiptToken : undefined)}
      afterSending={sent}
    >
      {(closeLink, close) => (
        <>
          <div className="quote-head">
            <Link {...closeLink} className="quote-close" aria-label="Close">
              <span aria-hidden="true">×</span>
            </Link>
            <h2 tabIndex={-1}>{title}</h2>
          </div>
          {sent ? (
            <>
              <SuccessMessage receiptToken={receiptToken} onExpire={close} />
              <div className="form-buttons">
                <Link {...closeLink} className="button">
                  Back to the page
                </Link>
              </div>
            </>
          ) : (
            <>
              <p>Fill out the form below and we'll get back to you as soon as we can.</p>
              <p>
                Rather talk? Call <a href={phoneHref}>{phone}</a>
                {owner ? ` and ask for ${owner}` : ""}.
              </p>
              <QuoteForm
                key={service}
                form="quote"
                action={quoteHref(pathname, service, query.get("at"))}
                service={service}
                submitLabel="Send Message & Get Quote"
                cancel={
                  <Link {...closeLink} className="button button-secondary">
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
