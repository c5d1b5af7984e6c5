import { Link } from "@remix-run/react";
import { REGULATIONS, REGULATIONS_CHANGE, REGULATIONS_HEADING } from "~/contractor/regulations";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** Thumbnails at the top of the services page, each a link to its service. */
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
              thumbnail
              later
            />
            {SERVICES[id].short}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

/** State and county rules, once for all services. */
export const Regulations = () => (
  <section className="regulations" aria-labelledby="rules">
    <div>
      <h2 id="rules">{REGULATIONS_HEADING}</h2>
      <p>{REGULATIONS_CHANGE}</p>
    </div>
    <ul>
      {REGULATIONS.map(({ about, text, source, url }) => (
        <li key={about}>
          <h3>{about}</h3>
          <p>
            {`${text} `}
            <a href={url}>{source}</a>
          </p>
        </li>
      ))}
    </ul>
  </section>
);
