export type Drawing = {
  /** Of its file, public/images/NAME-section.svg. */
  name: string;
  title: string;
  alt: string;
  parts: readonly string[];
};

/** Two cross-sections. They show the usual construction, and say so. The numbers are in the drawings. */
export const DRAWINGS: readonly Drawing[] = [
  {
    name: "septic",
    title: "A septic system, cut open",
    alt: "Section through the ground, from the house to the tank, the distribution box and the drain field.",
    parts: ["House sewer, 1/8 to 1/4 inch of fall per foot", "Tank", "Distribution box", "Drain field"],
  },
  {
    name: "driveway",
    title: "A gravel driveway, cut open",
    alt: "Section across a gravel driveway, higher in the middle, with a ditch on each side.",
    parts: ["Graded subgrade", "Fabric", "Crushed base", "Finish gravel, crowned"],
  },
];
