import { Link } from "@remix-run/react";
import { SERVICE_TITLES, type ServiceId } from "~/content/service-titles";
import { Picture } from "~/ui/sections/picture";

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
