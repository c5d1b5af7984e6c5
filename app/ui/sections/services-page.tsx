import { Link } from "@remix-run/react";
import { RULES, RULES_CHANGE } from "~/contractor/rules";
import { SERVICES } from "~/contractor/service-cards";
import type { Drawing } from "~/contractor/service-drawings";
import { SERVICE_TITLES } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** Six small pictures at the top of the services page, each a link to its card. */
export const ServiceJumps = () => (
  <nav className="jumps" aria-label="Services on this page">
    <ul>
      {SERVICES.map(({ id, picture }) => (
        <li key={id}>
          <Link to={`#${id}`}>
            <Picture name={picture} alt="" sizes="(max-width: 63.99875em) 110px, 152px" largest={480} later />
            {/* "Pool Excavation" is "Pool" here: the last word is the same work for all. */}
            {SERVICE_TITLES[id].replace(/ \w+$/, "")}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** Michigan's rules, once for all services. */
export const Rules = () => (
  <section className="rules" aria-labelledby="rules">
    <h2 id="rules">Before any dig</h2>
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

/** The two cross-sections, with their numbers explained below each. */
export const Drawings = ({ drawings }: { drawings: readonly Drawing[] }) => (
  <section className="drawings" aria-labelledby="drawings">
    <h2 id="drawings">Under the surface</h2>
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
    <p className="rules-change">Typical layouts, not to scale. Yours depends on your soil and permit.</p>
  </section>
);
