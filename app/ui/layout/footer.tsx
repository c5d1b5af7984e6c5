import { Link } from "@remix-run/react";
import { SERVICES } from "~/contractor/services";
import { QuoteLink } from "~/quote/form/quote-link";
import { useBusiness, useRootData } from "~/root-data";
import { ContactDetails, OpenNow } from "~/ui/layout/contact-details";
import { useBehindModal } from "~/ui/layout/page";
import { LEGAL_PAGES, MAIN_PAGES } from "~/urls/pages";

/** A link in a list. */
const item = (to: string, text: string) => (
  <li key={to}>
    <Link to={to}>{text}</Link>
  </li>
);

export function Footer() {
  const { name, facebookUrl, reviewsUrl, license } = useBusiness();
  const data = useRootData();
  return (
    <footer className="footer" {...useBehindModal()}>
      {/* The ground: grass over topsoil, stretched to any width. */}
      <svg className="ground-edge" viewBox="0 0 1200 60" preserveAspectRatio="none" aria-hidden="true">
        <path className="grass" d="M0 22C160 8 330 4 520 16s350 22 680-6v40H0z" />
        <path className="topsoil" d="M0 34C160 22 330 18 520 30s350 20 680-6v36H0z" />
      </svg>
      <div className="footer-columns">
        <section>
          <h2>{name}</h2>
          <p>{data?.blurb}</p>
          <p>{`Serving ${data?.towns} and surrounding areas.`}</p>
          {license ? <p>{license}</p> : null}
          {reviewsUrl ? (
            <p>
              <a href={reviewsUrl} target="_blank" rel="noopener">
                Reviews<span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            </p>
          ) : null}
          {facebookUrl ? (
            <a href={facebookUrl} target="_blank" rel="noopener">
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                <path d="M14 8h3V4.5h-3c-2.5 0-4 1.7-4 4V11H7.500v3.500H10V22h3.600v-7.500h3l.5-3.500h-3.500V9c0-.7.200-1 .4-1z" />
              </svg>
              <span className="visually-hidden">{`${name} on Facebook (opens in a new tab)`}</span>
            </a>
          ) : null}
        </section>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">Quick Links</h2>
          <ul>
            {MAIN_PAGES.map(({ path, label, footerLabel = label }) => item(path, footerLabel))}
            <li>
              <QuoteLink at="quick-links">Request Quote</QuoteLink>
            </li>
          </ul>
        </nav>
        <nav aria-labelledby="footer-services">
          <h2 id="footer-services">Services</h2>
          <ul>{Object.entries(SERVICES).map(([id, { title }]) => item(`/services#${id}`, title))}</ul>
        </nav>
        <section>
          <h2>Contact Info</h2>
          <ContactDetails />
          <p>{data?.hours}</p>
          <OpenNow />
        </section>
      </div>
      <div className="footer-legal">
        <p>{`© ${data?.year ?? ""} ${name}`}</p>
        <ul>{LEGAL_PAGES.map(({ path, label }) => item(path, label))}</ul>
      </div>
    </footer>
  );
}
