import type { ServiceCard } from "~/content/types";
import type { ServiceId } from "./services";

/**
 * In the order of the services page. Descriptions must not claim more than the features in service-details.ts. Each alt text says
 * that the picture is a model.
 */
export const SERVICE_CARDS: Record<ServiceId, ServiceCard> = {
  "septic-drain-field": {
    description:
      "Tank, distribution box and drain field, from design and permit to final cover. Where gravity won't do it, we set a pump station. We also offer regular maintenance.",
    alt: "Model of a septic system in cutaway ground: a tank below the lawn of a white house, drain lines on stone, two crew members, an excavator behind.",
  },
  "basement-excavation": {
    description:
      "Your house sits on our work, so we dig to the depth and lines on your plans. We prepare the ground for the foundation, set up the waterproofing, and grade the soil so water drains away from the walls.",
    alt: "Model of a basement in cutaway ground: concrete walls on footings, a stone floor, two crew members, and an excavator on the lawn beside it.",
  },
  "gps-dozer-work": {
    description:
      "GPS tells the dozer where its blade is, so it cuts to the planned grade. We clear the land, prepare the site, and level it for whatever you want to build.",
    alt: "Model of a bulldozer with two GPS antennas on its blade, smooth soil behind it and rough ground ahead under a teal grid, the planned grade; a crew member holds a rod.",
  },
  "driveway-construction": {
    description:
      "A driveway is only as good as its base. We dig out the site, lay the base, then grade and compact it. We plan the drainage too, so water drains instead of pooling.",
    alt: "Model of a driveway under construction: a truck spreads stone over fabric and a roller compacts the finished end; two crew members watch.",
  },
  "pool-excavation": {
    description:
      "We work with your pool installer and dig to the exact measurements. Before the first bucket, we prepare the site and plan how the equipment gets in. Proper drainage is part of the job.",
    alt: "Model of a swimming pool in cutaway ground: steps, a floor sloping to the deep end, two crew members, and an excavator behind the pool.",
  },
  "snow-plowing": {
    description:
      "We plow for homes and clear snow for businesses. We spread salt and sand where it's slick. When snow won't wait, there is 24/7 emergency service.",
    alt: "Model of a plow truck at dusk with its lights on, pushing snow off the lane in front of a house.",
  },
};

/** Alt texts of the close-ups on the home page's cards, public/images/NAME-close-*. */
export const CLOSE_UPS: Partial<Record<ServiceId, string>> = {
  "septic-drain-field": "The model's septic tank up close, cut open: two chambers, green lids and pipes.",
  "basement-excavation":
    "The model's basement up close: concrete walls, a beam on steel posts, a floor of stone.",
  "gps-dozer-work": "The model's bulldozer up close: two GPS antennas on its blade, which pushes soil.",
};
