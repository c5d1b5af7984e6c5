import { REGION } from "./company";

export const FOOTER_BLURB = `Drains, sewers, pumps and water heaters in ${REGION}.`;

export const CALL_TO_ACTION = { title: "Slow drain?", text: "Ask for a free quote." };

export const CLOSING_PICTURES = ["closing", "closing"] as const;

export const NOT_FOUND = { title: "Page not found", text: "Nothing flows here." };

export const ERROR_PAGE = { title: "Something went wrong", text: "Please try again, or call us." };
