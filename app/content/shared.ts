/** The blurb in the footer of every page. Specification, "Footer" and section 1 (over 30 years). */
export const FOOTER_BLURB =
  "A three-generation family business with over 30 years of experience in excavation and site preparation in Southwest Michigan.";

/** The 404 page. Not in the specification. */
export const NOT_FOUND = {
  title: "Page not found",
  text: "There is no page at this address. The link may be old or mistyped. Please use the menu.",
} as const;

/** The page for an error of the site itself. Not in the specification. */
export const ERROR_PAGE = {
  title: "Something went wrong",
  text: "This page could not be shown. The fault is ours, not yours. Please try again, or call us directly.",
} as const;
