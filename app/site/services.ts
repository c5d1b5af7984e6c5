type Card<Id extends string> = {
  id: Id;
  title: string;
  description: string;
  image: { name: string; alt: string };
};

const CARDS = [
  {
    id: "septic-drain-field",
    title: "Septic & Drain Field Installation",
    description:
      "Tank, distribution box and drain field, from the design and the permitting to the last cover of " +
      "soil. Where the field cannot be fed downhill, we set up a pump station. Once it runs, we offer " +
      "regular maintenance.",
    image: {
      name: "septic",
      alt:
        "Model of a septic system in cut-away ground: a two-chamber tank below the lawn of a white house, " +
        "a distribution box and perforated drain lines on gravel, with an excavator behind.",
    },
  },
  {
    id: "basement-excavation",
    title: "Basement Excavation",
    description:
      "A house sits on what we leave behind, so the hole is dug to the depth and the lines of your plan. " +
      "We prepare the ground for the foundation, set up for the waterproofing, and grade the soil so that " +
      "water drains away from the walls.",
    image: {
      name: "basement",
      alt:
        "Model of a basement in cut-away ground: concrete walls on footings, a gravel floor with two red " +
        "posts, a black waterproofing coat on the outside wall, and an excavator at the edge of the hole.",
    },
  },
  {
    id: "gps-dozer-work",
    title: "GPS Dozer Work",
    description:
      "The dozer reads its position by GPS, so the blade follows the planned grade. We clear the land, " +
      "prepare the site, and grade and level it for what you mean to build.",
    image: {
      name: "dozer",
      alt:
        "Model of a bulldozer with two GPS antennas on its blade, pushing toward rough ground under a teal " +
        "grid that stands for the plan; behind it smooth soil, a gravel pad and a survey receiver on a " +
        "tripod.",
    },
  },
  {
    id: "driveway-construction",
    title: "Driveway Construction",
    description:
      "A driveway is only as good as the base under it. We dig out the site, lay the base, and grade and " +
      "compact it. We plan the drainage with it, so that water runs off and does not stand.",
    image: {
      name: "driveway",
      alt:
        "Model of a driveway under construction: a truck with its bed raised spreads stone over fabric, a roller " +
        "compacts the finished end, and the cut at the front shows the layers step by step.",
    },
  },
  {
    id: "pool-excavation",
    title: "Pool Excavation",
    description:
      "We work with your pool installer and dig to the exact measurements of the pool. Before the first " +
      "bucket we prepare the site and plan how the equipment gets in. Proper drainage is part of the job.",
    image: {
      name: "pool",
      alt:
        "Model of a swimming pool in cut-away ground: steps at the shallow end, a floor sloping to the " +
        "deep end, pipes leading away through the soil, and an excavator at a pile of dug earth behind the " +
        "pool.",
    },
  },
  {
    id: "snow-plowing",
    title: "Snow Plowing",
    description:
      "We plow for homes and remove snow for businesses. We spread salt and sand where it is slick. There " +
      "is 24/7 emergency service for snow that will not wait.",
    image: {
      name: "snow",
      alt:
        "Model of a plow truck at dusk with headlights and light bar on, pushing snow off the lane in " +
        "front of a house with lit windows and snow-covered pines.",
    },
  },
] as const satisfies readonly Card<string>[];

/** The id of a service. Specification, "Project types and service ids" ("other" is a project type only). */
export type ServiceId = (typeof CARDS)[number]["id"];

/** One service card: what the home and services pages show. Specification, "Service card". */
export type Service = Card<ServiceId>;

/**
 * The six services in the order of the specification.
 * Ids and titles: Specification, "Project types and service ids"; features, shown on the services page only, are in
 * service-details.ts.
 * Descriptions say what the features say; each alt text describes a rendered model and calls it one.
 */
export const SERVICES: readonly Service[] = CARDS;

/** The three services with a card on the home page. Specification, "Home", services-offered widget. */
export const HOME_SERVICE_IDS = [
  "septic-drain-field",
  "basement-excavation",
  "gps-dozer-work",
] as const satisfies readonly ServiceId[];

/** The service with this id, if there is one. Specification, "Project types and service ids". */
export function serviceById(id: string): Service | undefined {
  return SERVICES.find((service) => service.id === id);
}
