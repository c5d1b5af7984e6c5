import basement from "../../public/images/basement-marks.json";
import dozer from "../../public/images/dozer-marks.json";
import driveway from "../../public/images/driveway-marks.json";
import pool from "../../public/images/pool-marks.json";
import septic from "../../public/images/septic-marks.json";
import snow from "../../public/images/snow-marks.json";
import type { ServiceId } from "./services";

/** Where the numbers are on a service's picture, in percent from its left and top. media/blender/scenes writes them. */
export const HOTSPOTS: Partial<Record<ServiceId, readonly number[][]>> = {
  "septic-drain-field": septic,
  "basement-excavation": basement,
  "gps-dozer-work": dozer,
  "driveway-construction": driveway,
  "pool-excavation": pool,
  "snow-plowing": snow,
};
