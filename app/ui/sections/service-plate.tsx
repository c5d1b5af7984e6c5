import { SERVICES, type ServiceId } from "~/contractor/services";
import type { ServiceCard, ServiceDetails } from "~/contractor-kit/types";
import { QuoteLink } from "~/quote/form/quote-link";
import { Model } from "~/ui/sections/model";

/** A service in full, beside its model. On a phone what the model shows and the price are folded. */
export function ServicePlate(
  props: ServiceCard & ServiceDetails & { id: ServiceId; marks?: readonly number[][]; first: boolean },
) {
  const { id, description, alt, features, price, parts, finished, marks = [], first } = props;
  const { title } = SERVICES[id];
  return (
    <article className="plate">
      {/* The heading comes first for those who listen. The stylesheet puts the model beside or above it. */}
      <h3 id={id}>{title}</h3>
      <Model id={id} alt={alt} marks={marks} finished={finished} first={first} />
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
