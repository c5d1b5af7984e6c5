import type { ServiceId } from "~/content/service-titles";

/**
 * A service card without its title. Specification, "Service card". Descriptions say no more than the features in
 * service-details.ts, and each alt text says that the picture is a model.
 */
export type Service = {
  id: ServiceId;
  description: string;
  image: { name: string; alt: string };
};

/** The three services with a card on the home page. Specification, "Home", services-offered widget. */
export const HOME_SERVICE_CARDS: readonly Service[] = [
  {
    id: "septic-drain-field",
    description:
      "Tank, distribution box and drain field, from the design and the permitting to the last cover of soil. Where the field cannot be fed downhill, we set up a pump station. Once it runs, we offer regular maintenance.",
    image: {
      name: "septic",
      alt: "Model of a septic system in cut-away ground: a two-chamber tank below the lawn of a white house, a distribution box and perforated drain lines on gravel, with an excavator behind.",
    },
  },
  {
    id: "basement-excavation",
    description:
      "A house sits on what we leave behind, so the hole is dug to the depth and the lines of your plan. We prepare the ground for the foundation, set up for the waterproofing, and grade the soil so that water drains away from the walls.",
    image: {
      name: "basement",
      alt: "Model of a basement in cut-away ground: concrete walls on footings, a gravel floor with two red posts, a black waterproofing coat on the outside wall, and an excavator at the edge of the hole.",
    },
  },
  {
    id: "gps-dozer-work",
    description:
      "The dozer reads its position by GPS, so the blade follows the planned grade. We clear the land, prepare the site, and grade and level it for what you mean to build.",
    image: {
      name: "dozer",
      alt: "Model of a bulldozer with two GPS antennas on its blade, pushing toward rough ground under a teal grid that stands for the plan; behind it smooth soil, a gravel pad and a survey receiver on a tripod.",
    },
  },
];
