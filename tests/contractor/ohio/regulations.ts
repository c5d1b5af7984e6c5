import type { Regulation } from "~/content/types";

export const REGULATIONS_HEADING = "Rules";
export const REGULATIONS: readonly Regulation[] = [];
export const REGULATIONS_CHANGE = "Not sure? Ask us.";
