import { Link } from "@remix-run/react";
import { QuoteLink } from "~/quote/form/quote-link";
import { useRootData } from "~/root-data";
import { useRouteFocus } from "~/ui/layout/page";
import { Hero } from "~/ui/sections/hero";
import { ClosingPicture } from "~/ui/sections/picture";

/** The 404 page or the page of an error: what happened, and how to reach the company. */
export function ErrorPage({ title, text }: { title: string; text: string }) {
  const business = useRootData()?.business;
  useRouteFocus();
  return (
    <main id="main" tabIndex={-1}>
      <Hero title={title} text={text} alone aside={<ClosingPicture large />}>
        <QuoteLink className="button">Get Quote</QuoteLink>
        <Link to="/" className="button button-secondary">
          Back to Home
        </Link>
        {business ? (
          <a href={business.phoneHref} className="button button-secondary">
            Call {business.phone}
          </a>
        ) : null}
      </Hero>
    </main>
  );
}
