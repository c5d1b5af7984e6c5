import { SERVICE_DETAILS } from "~/content/service-details";
import { SERVICES } from "~/content/services";
import { Picture } from "~/ui/sections/picture";

/** Six small pictures at the top of the services page, each a link to its card. */
export const ServiceJumps = () => (
  <nav className="jumps" aria-label="Services on this page">
    <ul>
      {SERVICES.map(({ id, image }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <Picture name={image.name} alt="" sizes="160px" first />
            {SERVICE_DETAILS[id].short}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
