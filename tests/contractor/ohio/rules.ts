import type { Rule } from "~/contractor-kit/types";

export const RULES_HEADING = "Rules";
export const RULES: readonly Rule[] = [];
export const RULES_CHANGE = "Not sure? Ask us.";
