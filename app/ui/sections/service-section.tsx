import type { Service } from "~/content/home-services";
import { SERVICE_DETAILS } from "~/content/service-details";
import { SERVICE_TITLES } from "~/content/service-titles";
import { QuoteLink } from "~/quote/form/quote-link";

/** One service in full. */
export function ServiceSection({ service }: { service: Service }) {
  const { id } = service;
  const title = SERVICE_TITLES[id];
  const { features, priceFactors, rules, drawing } = SERVICE_DETAILS[id];
  return (
    <section className="service-section" id={`${id}-details`} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <div className="service-facts">
        {[
          { heading: "What is included", items: features },
          { heading: "What affects the price", items: priceFactors },
        ].map(({ heading, items }) => (
          <div key={heading}>
            <h3>{heading}</h3>
            <ul>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </div>
        ))}
        {rules.length > 0 ? (
          <div>
            <h3>What the job usually needs in Michigan</h3>
            <ul>
              {rules.map(({ text, source }) => (
                <li key={text}>
                  {text} <a href={source.url}>{source.name}</a>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
      </div>
      {drawing ? (
        <figure className="drawing">
          <img src={drawing.src} alt={drawing.alt} width={1280} height={960} loading="lazy" />
          <figcaption>
            <p>Drawn in general: yours follows its ground and its permit.</p>
            <dl>
              {drawing.labels.map(({ term, text }) => (
                <div key={term}>
                  <dt>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </figcaption>
        </figure>
      ) : null}
      <QuoteLink service={id} className="button">
        Get a quote<span className="visually-hidden"> for {title}</span>
      </QuoteLink>
    </section>
  );
}
