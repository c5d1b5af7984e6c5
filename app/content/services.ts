import { HOME_SERVICE_CARDS, type Service } from "~/content/home-services";

/** The six services. Specification, "Service card". A file of its own, so that the home page loads only its three. */
export const SERVICES: readonly Service[] = [
  ...HOME_SERVICE_CARDS,
  {
    id: "driveway-construction",
    description:
      "A driveway is only as good as the base under it. We dig out the site, lay the base, and grade and compact it. We plan the drainage with it, so that water runs off and does not stand.",
    image: {
      name: "driveway",
      alt: "Model of a driveway under construction: a truck with its bed raised spreads stone over fabric, a roller compacts the finished end, and the cut at the front shows the layers step by step.",
    },
  },
  {
    id: "pool-excavation",
    description:
      "We work with your pool installer and dig to the exact measurements of the pool. Before the first bucket we prepare the site and plan how the equipment gets in. Proper drainage is part of the job.",
    image: {
      name: "pool",
      alt: "Model of a swimming pool in cut-away ground: steps at the shallow end, a floor sloping to the deep end, pipes leading away through the soil, and an excavator at a pile of dug earth behind the pool.",
    },
  },
  {
    id: "snow-plowing",
    description:
      "We plow for homes and remove snow for businesses. We spread salt and sand where it is slick. There is 24/7 emergency service for snow that will not wait.",
    image: {
      name: "snow",
      alt: "Model of a plow truck at dusk with headlights and light bar on, pushing snow off the lane in front of a house with lit windows and snow-covered pines.",
    },
  },
];
