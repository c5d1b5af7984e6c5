/** Two cross-sections. They show the usual construction, and say so. The numbers are in the drawings. */
export const DRAWINGS = [
  {
    name: "septic",
    title: "A septic system, cut open",
    alt: "Section through the ground: a house sewer falls gently to the tank, a level line runs on to the distribution box and the drain field, which lies higher than the basement floor.",
    parts: ["House sewer, 1/8 to 1/4 inch of fall per foot", "Tank", "Distribution box", "Drain field"],
  },
  {
    name: "driveway",
    title: "A gravel driveway, cut open",
    alt: "Section across a gravel driveway: graded ground, fabric, a base of large stone and finish gravel, higher in the middle, with a ditch on each side.",
    parts: ["Graded subgrade", "Fabric", "Crushed base", "Finish gravel, crowned"],
  },
] as const;
