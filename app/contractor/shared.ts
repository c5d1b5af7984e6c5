import { QUOTE_DAYS, REGION } from "./company";

/** The blurb in the footer of every page. */
export const FOOTER_BLURB = `A three-generation family business with over 30 years of experience in excavation and site preparation in ${REGION}.`;

/** The closing block of the home, about and services pages. The owner chose the title. */
export const CALL_TO_ACTION = {
  title: "Ready to Break Ground?",
  text: `Tell us what you need and where. The quote is free and valid for ${QUOTE_DAYS} days.`,
};

/** The two machines of `ClosingPicture`. The services and contact pages show the second. */
export const CLOSING_PICTURES = ["closing", "closing-dozer"] as const;

export const NOT_FOUND = {
  title: "Page not found",
  text: "Nothing buried here: this page does not exist. The link may be old or mistyped.",
} as const;

/** The page for an internal error. */
export const ERROR_PAGE = {
  title: "Something went wrong",
  text: "We couldn't show this page. That's our mistake, not yours. Please try again, or call us.",
} as const;
