import type { ServiceId } from "./services";

export const MARKS: Partial<Record<ServiceId, readonly number[][]>> = {};
