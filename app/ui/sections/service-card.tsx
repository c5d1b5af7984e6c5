import type { ServiceCard as Words } from "~/content/types";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { QuoteLink } from "~/quote/form/quote-link";
import { Picture } from "~/ui/sections/picture";

/** A service in brief. `closeUp`: with the close-up as its picture. */
export function ServiceCard(props: Words & { id: ServiceId; closeUp: boolean }) {
  const { id, description, alt, closeUp } = props;
  const { title, picture } = SERVICES[id];
  return (
    <article className="service-card">
      {/* First for screen readers; the stylesheet puts the picture above it. */}
      <div className="service-text">
        <h3 id={id}>{title}</h3>
        <p>{description}</p>
        <QuoteLink service={id} className="button button-secondary">
          Request Service<span className="visually-hidden">{`: ${title}`}</span>
        </QuoteLink>
      </div>
      <Picture
        name={closeUp ? `${picture}-close` : picture}
        alt={alt}
        sizes="(max-width: 47.99875em) 120px, (max-width: 63.99875em) 40vw, 28vw"
      />
    </article>
  );
}
