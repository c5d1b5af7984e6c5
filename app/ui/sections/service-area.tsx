import type { SERVICE_AREA } from "~/contractor/area";
import { QuoteLink } from "~/quote/form/quote-link";
import { type RootData, useRootData } from "~/root-data";

/** The map and towns of the service area, with a link to the modal. */
export function ServiceArea({ heading, text, notice }: typeof SERVICE_AREA) {
  const { towns } = useRootData() as RootData;
  return (
    <section className="service-area" aria-labelledby="service-area">
      <picture>
        <source media="(max-width: 63.99875em)" srcSet="/images/service-area-map-phone.svg" />
        <img
          className="town-map"
          src="/images/service-area-map.svg"
          width={960}
          height={760}
          alt={`Map of ${towns}.`}
          loading="lazy"
        />
      </picture>
      <div>
        <h2 id="service-area">{heading}</h2>
        <p>{text}</p>
        <ul className="towns">
          {towns.split(", ").map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p className="notice">{notice}</p>
        <QuoteLink at="service-area" className="button">
          Contact Us Today
        </QuoteLink>
      </div>
    </section>
  );
}
