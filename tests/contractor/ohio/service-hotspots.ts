import type { ServiceId } from "./services";

export const HOTSPOTS: Partial<Record<ServiceId, readonly number[][]>> = {};
