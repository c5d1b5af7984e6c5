import { HOME_SERVICE_CARDS, type Service } from "~/contractor/home-cards";

/** Top of the services page. The owner chose the badge and the title. */
export const SERVICES_PAGE = {
  badge: "Professional Services",
  title: "Complete Excavation Services",
  text: "Six services for homes and businesses in Southwest Michigan. Each model shows what goes into the ground.",
} as const;

/** The six services. A file of its own, so that the home page loads only its three. */
export const SERVICES: readonly Service[] = [
  ...HOME_SERVICE_CARDS,
  {
    id: "driveway-construction",
    description:
      "A driveway is only as good as its base. We dig out the site, lay the base, then grade and compact it. We plan the drainage too, so water drains instead of pooling.",
    picture: "driveway",
    alt: "Model of a driveway under construction: a truck spreads stone over fabric and a roller compacts the finished end.",
  },
  {
    id: "pool-excavation",
    description:
      "We work with your pool installer and dig to the exact measurements. Before the first bucket, we prepare the site and plan how the equipment gets in. Proper drainage is part of the job.",
    picture: "pool",
    alt: "Model of a swimming pool in cut-away ground: steps, a floor sloping to the deep end, and an excavator behind the pool.",
  },
  {
    id: "snow-plowing",
    description:
      "We plow for homes and clear snow for businesses. We spread salt and sand where it's slick. When snow won't wait, there is 24/7 emergency service.",
    picture: "snow",
    alt: "Model of a plow truck at dusk with its lights on, pushing snow off the lane in front of a house.",
  },
];
