import { formatList } from "~/content/format";
import { COUNTIES, SERVICE_AREA, TOWN_NAMES } from "~/contractor/area";
import { REGION } from "~/contractor/company";
import { QuoteLink } from "~/quote/form/quote-link";

/** The map and towns of the service area, with a link to the modal. */
export function ServiceArea() {
  return (
    <section className="service-area" aria-labelledby="service-area">
      <picture>
        <source media="(max-width: 63.99875em)" srcSet="/images/service-area-map-phone.svg" />
        <img
          className="town-map"
          src="/images/service-area-map.svg"
          width={960}
          height={760}
          alt={`Map of ${REGION}: ${TOWN_NAMES.join(", ")} in ${formatList(COUNTIES)} ${COUNTIES.length > 1 ? "counties" : "County"}.`}
          loading="lazy"
        />
      </picture>
      <div>
        <h2 id="service-area">{SERVICE_AREA.heading}</h2>
        <p>{SERVICE_AREA.text}</p>
        <ul className="towns">
          {TOWN_NAMES.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p className="notice">{SERVICE_AREA.notice}</p>
        <QuoteLink at="service-area" className="button">
          Contact Us Today
        </QuoteLink>
      </div>
    </section>
  );
}
