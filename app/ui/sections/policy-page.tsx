import { Link } from "@remix-run/react";
import type { Policy } from "~/content/types";
import { LAST_UPDATED } from "~/contractor/policies";
import { ContactDetails } from "~/ui/layout/contact-details";
import { Page } from "~/ui/layout/page";
import { Hero } from "~/ui/sections/hero";

const CONTACT = "Contact Us";
const idOf = (heading: string) => heading.toLowerCase().replaceAll(" ", "-");

/** The privacy policy or the terms of service. */
export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <Page>
      <Hero title={policy.title} text={policy.intro}>
        <Link to="/" className="button button-secondary">
          Back to Home
        </Link>
      </Hero>
      <div className="policy">
        <nav aria-label="On this page">
          <ul>
            {[...policy.sections.map(({ heading }) => heading), CONTACT].map((heading) => (
              <li key={heading}>
                <Link to={`#${idOf(heading)}`}>{heading}</Link>
              </li>
            ))}
          </ul>
        </nav>
        {policy.sections.map(({ heading, paragraphs = [], items }) => (
          <section key={heading}>
            <h2 id={idOf(heading)}>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {items ? (
              <ul>
                {items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        <section className="contact-card">
          <h2 id={idOf(CONTACT)}>{CONTACT}</h2>
          <p>{policy.contactLead}</p>
          <ContactDetails />
        </section>
        <p>Last updated: {LAST_UPDATED}</p>
      </div>
    </Page>
  );
}
