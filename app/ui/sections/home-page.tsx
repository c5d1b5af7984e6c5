import { Link } from "@remix-run/react";
import type { HOW_IT_WORKS } from "~/contractor/home";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** The steps from a request to finished work. */
export function HowItWorks({ heading, steps }: typeof HOW_IT_WORKS) {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{heading}</h2>
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Links to the services without a card on the home page. */
export const MoreServices = ({ ids }: { ids: readonly ServiceId[] }) => (
  <ul className="more-services">
    {ids.map((id) => (
      <li key={id}>
        <Link to={`/services#${id}`}>
          <Picture name={SERVICES[id].picture} alt="" sizes="(max-width: 63.99875em) 33vw, 160px" thumbnail />
          {SERVICES[id].title}
          <span aria-hidden="true">→</span>
        </Link>
      </li>
    ))}
  </ul>
);
