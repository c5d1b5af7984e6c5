import type { Service } from "~/content/home-services";
import { SERVICE_TITLES } from "~/content/service-titles";
import { QuoteLink } from "~/quote/form/quote-link";
import { Picture } from "~/ui/sections/picture";

/** A service in short. The services page adds its features. */
export function ServiceCard({ service, features }: { service: Service; features?: readonly string[] }) {
  const { id, description, image } = service;
  const title = SERVICE_TITLES[id];
  return (
    <article className="service-card" id={id}>
      {/* Understated on phones: half the bytes, with no visible difference on such a screen. */}
      <Picture {...image} sizes="(max-width: 29.99875em) 240px, (max-width: 63.99875em) 50vw, 400px" />
      <div className="service-text">
        <h3>{title}</h3>
        <p>{description}</p>
        {features ? (
          <>
            <ul>
              {features.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
            <a href={`#${id}-details`} className="more-link">
              What it takes<span className="visually-hidden">: {title}</span>
            </a>
          </>
        ) : null}
        <QuoteLink service={id} className="button">
          Request Service<span className="visually-hidden">: {title}</span>
        </QuoteLink>
      </div>
    </article>
  );
}
