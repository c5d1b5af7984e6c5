import { SERVICES, type ServiceId } from "~/contractor/services";
import type { ServiceDetails as Details } from "~/contractor-kit/types";

/** What is to be seen in a service's model, what the service includes, and what its price depends on. */
export function ServiceDetails({ id, parts, features, price }: Details & { id: ServiceId }) {
  const { title } = SERVICES[id];
  return (
    <>
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
      <ul className="features" aria-label={`Included: ${title}`}>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <dl className="price">
        <dt>Price depends on</dt> <dd>{price}</dd>
      </dl>
    </>
  );
}
