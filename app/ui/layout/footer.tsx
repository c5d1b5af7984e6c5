import { Link } from "@remix-run/react";
import { FOOTER_BLURB } from "~/content/shared";
import { OWN_SCRIPT } from "~/document/content-security-policy.server";
import { QuoteLink } from "~/quote/form/quote-link";
import { HOURS, useBusiness, useSiteFacts } from "~/site/business";
import { ContactDetails } from "~/ui/layout/contact-details";
import { GroundEdge } from "~/ui/layout/ground-edge";
import { useBehindModal } from "~/ui/layout/page";
import { OpenNow } from "~/ui/sections/office-hours";
import { KEEP_OPEN_NOW } from "~/ui/sections/office-hours-script.server";

const QUICK_LINKS = [
  ["/", "Home"],
  ["/about", "About Us"],
  ["/services", "Services"],
  ["/contact", "Contact"],
] as const;

export function Footer() {
  const { name, facebookUrl } = useBusiness();
  return (
    <footer className="footer" {...useBehindModal()}>
      <GroundEdge />
      <div className="footer-columns">
        <section>
          <h2>{name}</h2>
          <p>{FOOTER_BLURB}</p>
          {facebookUrl ? (
            <a href={facebookUrl} target="_blank" rel="noopener">
              <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
                <path d="M14 8h3V4.5h-3c-2.5 0-4 1.7-4 4V11H7.500v3.500H10V22h3.600v-7.500h3l.5-3.500h-3.500V9c0-.7.200-1 .4-1z" />
              </svg>
              <span className="visually-hidden">{name} on Facebook (opens in a new tab)</span>
            </a>
          ) : null}
        </section>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">Quick Links</h2>
          <ul>
            {QUICK_LINKS.map(([path, label]) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
            <li>
              <QuoteLink>Request Quote</QuoteLink>
            </li>
          </ul>
        </nav>
        <section>
          <h2>Contact Info</h2>
          <ContactDetails />
          <p>{HOURS}</p>
          <OpenNow />
          {/* Behind the last such line of the page, and run as it is read. React never needs its text. */}
          <script
            nonce={OWN_SCRIPT}
            suppressHydrationWarning
            dangerouslySetInnerHTML={{ __html: KEEP_OPEN_NOW ?? "" }}
          />
        </section>
      </div>
      <div className="footer-legal">
        <p>
          © {useSiteFacts()?.year} {name}
        </p>
        <ul>
          <li>
            <Link to="/privacy-policy">Privacy Policy</Link>
          </li>
          <li>
            <Link to="/terms-of-service">Terms of Service</Link>
          </li>
        </ul>
      </div>
    </footer>
  );
}
