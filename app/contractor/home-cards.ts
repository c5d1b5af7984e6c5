import type { ServiceId } from "~/contractor/services";

/**
 * A service card without its title. Descriptions say no more than the features in service-details.ts, and each alt text
 * says that the picture is a model.
 */
export type Service = {
  id: ServiceId;
  description: string;
  /** Its files, public/images/NAME-*. */
  picture: string;
  alt: string;
};

/** The three services with a card on the home page. */
export const HOME_SERVICE_CARDS: readonly Service[] = [
  {
    id: "septic-drain-field",
    description:
      "Tank, distribution box and drain field, from design and permit to final cover. Where gravity won't do it, we set a pump station. Once it runs, we offer regular maintenance.",
    picture: "septic",
    alt: "Model of a septic system in cut-away ground: a tank below the lawn of a white house, drain lines on stone, an excavator behind.",
  },
  {
    id: "basement-excavation",
    description:
      "Your house sits on our work, so we dig to the depth and lines on your plans. We prepare the ground for the foundation, set up the waterproofing, and grade the soil so water drains away from the walls.",
    picture: "basement",
    alt: "Model of a basement in cut-away ground: concrete walls on footings, a stone floor, and an excavator on the lawn beside it.",
  },
  {
    id: "gps-dozer-work",
    description:
      "GPS tells the dozer where its blade is, so it cuts to the planned grade. We clear the land, prepare the site, and level it for whatever you want to build.",
    picture: "dozer",
    alt: "Model of a bulldozer with two GPS antennas on its blade, smooth soil behind it and rough ground ahead under a teal grid, the planned grade.",
  },
];
