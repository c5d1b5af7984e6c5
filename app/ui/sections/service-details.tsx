import { SERVICE_DETAILS } from "~/content/service-details";
import { SERVICE_MODELS } from "~/content/service-models";
import { SERVICE_TITLES, type ServiceId } from "~/content/service-titles";

/** What is to be seen in a service's model, what the service includes, and what affects its price. */
export function ServiceDetails({ id }: { id: ServiceId }) {
  const title = SERVICE_TITLES[id];
  const { features, priceFactors } = SERVICE_DETAILS[id];
  return (
    <>
      <ol className="parts" aria-label={`In the model: ${title}`}>
        {SERVICE_MODELS[id].parts.map(([name, text]) => (
          <li key={name}>
            <b>{name}</b>: {text}
          </li>
        ))}
      </ol>
      <ul className="features" aria-label={`Included: ${title}`}>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      <details>
        <summary>
          What affects the price<span className="visually-hidden">: {title}</span>
        </summary>
        <ul>
          {priceFactors.map((factor) => (
            <li key={factor}>{factor}</li>
          ))}
        </ul>
      </details>
    </>
  );
}
