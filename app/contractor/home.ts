import type { Video } from "~/content/types";
import { QUOTE_DAYS } from "./company";
import { WHAT_ELSE_WE_DO } from "./service-sentences";

/** Above the before-and-after pictures. */
export const BEFORE_AFTER = {
  heading: "What goes in before we cover it",
  text: "Much of our work disappears the day the soil goes back.",
};

/** Above the service cards of the home page. */
export const HOME_SERVICES = {
  heading: "What we do",
  text: `Pick a job to start your free quote.${WHAT_ELSE_WE_DO && ` We also ${WHAT_ELSE_WE_DO}.`}`,
};

/** Around the video on the home page. */
export const VIDEO: Video | undefined = {
  heading: "Dig, lift, swing, dump",
  text: "One bucket at a time. (Shown with a model.)",
  description:
    "Silent video of a model: on a cutaway block of ground a yellow excavator fills its bucket in a trench, lifts it, swings to a dump truck, empties the bucket over its bed and swings back. The side of the block and of the trench shows dark topsoil over brown soil and sand. The video repeats.",
};

/** Must not promise a time. The terms match the terms of service. */
export const HOW_IT_WORKS = {
  heading: "How it works",
  steps: [
    { title: "Send a request", text: "Tell us what you need and where. A few lines is plenty." },
    { title: "We look over the job", text: "What you need, the ground it's on, and how equipment gets in." },
    {
      title: "You get a free quote",
      text: `It's valid for ${QUOTE_DAYS} days. If the job changes later, we put the change in writing.`,
    },
    { title: "We do the work", text: "Timelines depend on the weather. Final payment is due on completion." },
  ],
};
