import { Link } from "@remix-run/react";
import { LAST_UPDATED } from "~/contractor/policies";
import type { Policy } from "~/contractor-kit/types";
import { ContactDetails } from "~/ui/layout/contact-details";
import { Page } from "~/ui/layout/page";

/** The privacy policy or the terms of service. */
export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <Page className="policy">
      <Link to="/" className="button button-secondary">
        Back to Home
      </Link>
      <h1>{policy.title}</h1>
      <p className="lead">{policy.intro}</p>
      {policy.sections.map(({ heading, paragraphs = [], items }) => (
        <section key={heading}>
          <h2>{heading}</h2>
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
        <h2>Contact Us</h2>
        <p>{policy.contactLead}</p>
        <ContactDetails />
      </section>
      <p>Last updated: {LAST_UPDATED}</p>
    </Page>
  );
}
