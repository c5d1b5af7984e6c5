import type { ServiceCard, ServiceDetails } from "~/content/types";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { QuoteLink } from "~/quote/form/quote-link";
import { AnnotatedImage } from "~/ui/sections/annotated-image";

/** A service in full, beside its picture. On phones, parts and price are collapsed. */
export function ServiceDetail(
  props: ServiceCard & ServiceDetails & { id: ServiceId; hotspots?: readonly number[][]; first: boolean },
) {
  const { id, description, alt, features, price, parts, finished, hotspots = [], first } = props;
  const { title } = SERVICES[id];
  return (
    <article className="service-detail">
      {/* First for screen readers; the stylesheet puts the picture beside or above it. */}
      <h3 id={id}>{title}</h3>
      <AnnotatedImage id={id} alt={alt} hotspots={hotspots} finished={finished} first={first} />
      <p>{description}</p>
      <ul className="features" aria-label={`Included: ${title}`}>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <details>
        <summary>{parts.length > 0 ? "Parts and price" : "Price"}</summary>
        {parts.length > 0 ? (
          <ol className="parts" aria-label={`In the model: ${title}`}>
            {parts.map(([name, text]) => (
              <li key={name}>
                <b>{name}</b>
                {`: ${text}`}
              </li>
            ))}
          </ol>
        ) : null}
        <dl className="price">
          <dt>Price depends on</dt> <dd>{price}</dd>
        </dl>
      </details>
      <QuoteLink service={id} className="button">
        Request Service<span className="visually-hidden">{`: ${title}`}</span>
      </QuoteLink>
    </article>
  );
}
