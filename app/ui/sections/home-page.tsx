import { Link } from "@remix-run/react";
import { HOW_IT_WORKS } from "~/contractor/home";
import { SERVICE_TITLES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** The steps from a request to finished work. */
export function HowItWorks() {
  return (
    <section className="how-it-works" aria-labelledby="how-it-works">
      <h2 id="how-it-works">{HOW_IT_WORKS.heading}</h2>
      <ol className="steps">
        {HOW_IT_WORKS.steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const MORE: [id: ServiceId, picture: string][] = [
  ["driveway-construction", "driveway"],
  ["pool-excavation", "pool"],
  ["snow-plowing", "snow"],
];

/** The three services without a card on the home page. */
export const MoreServices = () => (
  <ul className="more-services">
    {MORE.map(([id, picture]) => (
      <li key={id}>
        <Link to={`/services#${id}`}>
          <Picture name={picture} alt="" sizes="160px" largest={480} />
          {SERVICE_TITLES[id]}
          <span aria-hidden="true">→</span>
        </Link>
      </li>
    ))}
  </ul>
);
