import { QUOTE_DAYS } from "./company";
import { REGULATIONS } from "./regulations";

/** Top of the contact page. The owner chose the badge. */
export const CONTACT_PAGE = {
  badge: "Get In Touch",
  title: "Tell us about your project",
  text: `Tell us what you need and where. Your quote is free and valid for ${QUOTE_DAYS} days.`,
} as const;

/** Beside the form. */
export const TO_HAVE_READY = {
  heading: "What to have ready",
  items: [
    "Where the job is: the address, or the nearest intersection",
    "What you want built or dug, and about how big",
    "Drawings, surveys or permits, if you have any",
    "How equipment gets in: gates, slopes, soft ground, overhead wires",
    "Your own wells, septic lines and buried cables",
  ],
  note: "Don't have all this? Send it anyway.",
} as const;

/** The heading of `Questions`. */
export const ANSWERS_HEADING = "Before the digging starts";

/** Questions about the regulations of the services page and about our own terms. */
export const ANSWERS = [
  ...REGULATIONS,
  {
    question: "What does a quote cost, and how long is it good for?",
    text: `A quote is free and valid for ${QUOTE_DAYS} days. If the scope of the work changes, we put the change in writing.`,
    source: "Terms of Service",
    url: "/terms-of-service",
  },
];
