import type { ServiceDetails } from "~/content/types";
import type { ServiceId } from "./services";

/** For the services page. The features are the owner's words. The parts describe the picture, and must promise nothing. */
export const SERVICE_DETAILS: Record<ServiceId, ServiceDetails> = {
  "septic-drain-field": {
    features: [
      "System design and permitting",
      "Excavation and installation",
      "Pump station setup",
      "Regular maintenance services",
    ],
    price:
      "how well your soil drains, the water table, the number of bedrooms, gravity or pump, an old system to take out.",
    parts: [
      ["Risers", "lids you can find and open"],
      ["Two-compartment tank", "precast, level on stone"],
      ["Effluent filter", "keeps solids out of the field"],
      ["Distribution box", "splits the flow evenly"],
      ["Drain lines", "perforated pipe in washed stone"],
      ["Inspection ports", "to check the field any time"],
    ],
    finished:
      "Model of the septic system once it is covered: a lawn beside a white house, with two green lids and small pipe caps in the grass.",
  },
  "basement-excavation": {
    features: ["Precise excavation", "Foundation preparation", "Waterproofing setup", "Grading and drainage"],
    price: "depth and outline, soil and water in the hole, hauling the dirt away, the slope of the lot.",
    parts: [
      ["Over-dig", "sloped sides, room to work"],
      ["Footing", "on undisturbed soil"],
      ["Foundation walls", "with the sill plate on top"],
      ["Waterproofing", "on the outside, below grade"],
      ["Footing drain", "pipe in stone, carries water off"],
      ["Stone base", "ready for the floor slab"],
    ],
    finished:
      "Model of the finished basement: backfilled, with a white house on its walls and lawn all around.",
  },
  "gps-dozer-work": {
    features: ["GPS-guided precision", "Land clearing", "Site preparation", "Grading and leveling"],
    price: "acres, trees and stumps, how much soil moves and how far, whether you have a grading plan.",
    parts: [
      ["GPS antennas", "locate both ends of the blade"],
      ["Base station", "corrects the satellite signal"],
      ["Planned grade", "what the operator sees on screen"],
      ["Rough ground", "still to be cut or filled"],
      ["Finished grade", "smooth behind the machine"],
      ["Stone pad", "ready to build on"],
    ],
  },
  "driveway-construction": {
    features: ["Site excavation", "Base preparation", "Grading and compaction", "Drainage solutions"],
    price: "length and width, the ground below, the stone you choose, ditches and culverts.",
    parts: [
      ["Subgrade", "topsoil off, shaped to drain"],
      ["Fabric", "keeps stone out of the clay"],
      ["Base", "large crushed stone, in layers"],
      ["Finish stone", "smaller, graded with a crown"],
      ["Roller", "compacts each layer"],
    ],
    finished: "Model of the finished driveway: gravel past a house to its garage, with lawn on both sides.",
  },
  "pool-excavation": {
    features: [
      "Exact measurements",
      "Proper drainage systems",
      "Site preparation",
      "Equipment access planning",
    ],
    price: "shape and depth, access for equipment, soil and water in the hole, where the dirt goes.",
    parts: [
      ["Shallow end", "dug to the installer's drawing"],
      ["Deep end", "the floor slopes to it"],
      ["Drainage stone", "under and beside the shell"],
      ["Underdrain", "carries groundwater off"],
      ["Pipe trench", "to the pump and filter"],
      ["Dug soil", "kept back from the edge"],
    ],
    finished: "Model of the finished pool: blue water, pale coping around it, and lawn up to the coping.",
  },
  "snow-plowing": {
    features: [
      "Commercial snow removal",
      "Residential plowing",
      "Salt and sand application",
      "24/7 emergency service",
    ],
    price: "the area, one visit or the season, salt or sand, when it has to be clear.",
    parts: [
      ["Angled blade", "rolls the snow to one side"],
      ["Cleared lane", "down to the pavement"],
      ["Salt and sand", "in the bed, for ice"],
      ["Snow bank", "where it's out of the way"],
      ["Light bar", "seen before daylight"],
    ],
  },
};
