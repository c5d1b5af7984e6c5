import type { ReactNode } from "react";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { QuoteLink } from "~/quote/form/quote-link";
import { Picture } from "~/ui/sections/picture";

/** A service in short. The services page puts its model in place of the picture, and its details below. */
export function ServiceCard(props: {
  id: ServiceId;
  description: string;
  alt: string;
  model?: ReactNode;
  children?: ReactNode;
}) {
  const { id, description, alt, model, children } = props;
  const { title, picture } = SERVICES[id];
  return (
    <article className="service-card">
      {/* The heading comes first for those who listen. The stylesheet puts the picture above it. */}
      <div className="service-text">
        <h3 id={id}>{title}</h3>
        {model}
        <p>{description}</p>
        {children}
        <QuoteLink service={id} className="button button-secondary">
          Request Service<span className="visually-hidden">{`: ${title}`}</span>
        </QuoteLink>
      </div>
      {/* Understated on phones: half the bytes, with no visible difference on such a screen. */}
      {model ? null : (
        <Picture
          name={picture}
          alt={alt}
          sizes="(max-width: 29.99875em) 240px, (max-width: 63.99875em) 50vw, 400px"
        />
      )}
    </article>
  );
}
