import { Link } from "@remix-run/react";
import { SERVICE_TITLES } from "~/content/service-titles";
import { SERVICES } from "~/content/services";
import { Picture } from "~/ui/sections/picture";

/** Six small pictures at the top of the services page, each a link to its card. */
export const ServiceJumps = () => (
  <nav className="jumps" aria-label="Services on this page">
    <ul>
      {SERVICES.map(({ id, picture }) => (
        <li key={id}>
          <Link to={`#${id}`}>
            <Picture name={picture} alt="" sizes="(max-width: 62.49875em) 110px, 152px" largest={480} />
            {/* "Pool Excavation" is "Pool" here: the last word is the same work for all. */}
            {SERVICE_TITLES[id].replace(/ \w+$/, "")}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
