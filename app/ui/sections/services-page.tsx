import { Link } from "@remix-run/react";
import { RULES, RULES_CHANGE, RULES_HEADING } from "~/contractor/rules";
import { SERVICES, type ServiceId } from "~/contractor/services";
import type { Drawing } from "~/contractor-kit/types";
import { Picture } from "~/ui/sections/picture";

/** Small pictures at the top of the services page, each a link to its card. */
export const ServiceJumps = ({ ids }: { ids: readonly ServiceId[] }) => (
  <nav className="jumps" aria-label="Services on this page">
    <ul>
      {ids.map((id) => (
        <li key={id}>
          <Link to={`#${id}`}>
            <Picture
              name={SERVICES[id].picture}
              alt=""
              sizes="(max-width: 63.99875em) 110px, 152px"
              largest={480}
              later
            />
            {SERVICES[id].short}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** The rules of the place, once for all services. */
export const Rules = () => (
  <section className="rules" aria-labelledby="rules">
    <h2 id="rules">{RULES_HEADING}</h2>
    <ul>
      {RULES.map(({ about, text, source, url }) => (
        <li key={about}>
          <h3>{about}</h3>
          <p>
            {`${text} `}
            <a href={url}>{source}</a>
          </p>
        </li>
      ))}
    </ul>
    <p className="rules-change">{RULES_CHANGE}</p>
  </section>
);

/** Drawings with numbers, which are explained below each. */
export const Drawings = ({
  heading,
  note,
  drawings,
}: {
  heading: string;
  note: string;
  drawings: readonly Drawing[];
}) => (
  <section className="drawings" aria-labelledby="drawings">
    <h2 id="drawings">{heading}</h2>
    <div>
      {drawings.map(({ name, title, alt, parts }) => (
        <figure key={name}>
          <img src={`/images/${name}-section.svg`} alt={alt} width={1200} height={560} loading="lazy" />
          <figcaption>
            <h3>{title}</h3>
            <ol className="parts">
              {parts.map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ol>
          </figcaption>
        </figure>
      ))}
    </div>
    <p className="rules-change">{note}</p>
  </section>
);
