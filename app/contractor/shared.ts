/** The blurb in the footer of every page. */
export const FOOTER_BLURB =
  "A three-generation family business with over 30 years of experience in excavation and site preparation in Southwest Michigan.";

/** The 404 page. */
export const NOT_FOUND = {
  title: "Page not found",
  text: "Nothing buried here: this page does not exist. The link may be old or mistyped.",
} as const;

/** The page for an error of the site itself. */
export const ERROR_PAGE = {
  title: "Something went wrong",
  text: "We couldn't show this page. That's our mistake, not yours. Please try again, or call us.",
} as const;
