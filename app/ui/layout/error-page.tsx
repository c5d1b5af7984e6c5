import { Link } from "@remix-run/react";
import { QuoteLink } from "~/quote/form/quote-link";
import { useSiteFacts } from "~/site/business";
import { useRouteFocus } from "~/ui/layout/page";
import { Hero } from "~/ui/sections/hero";
import { Picture } from "~/ui/sections/picture";

export function ErrorPage({ title, text }: { title: string; text: string }) {
  const business = useSiteFacts()?.business;
  useRouteFocus();
  return (
    <main id="main" tabIndex={-1}>
      <Hero
        title={title}
        text={text}
        aside={<Picture name="hero" alt="" sizes="(max-width: 62.49875em) 100vw, 40vw" first />}
      >
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
