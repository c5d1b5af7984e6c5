import {
  DRIVEWAY_PERMIT,
  FROST_LAWS,
  MISS_DIG,
  type Rule,
  SEPTIC_PERMIT,
  SOIL_EROSION,
} from "~/site/michigan-rules";

/** From request to finished ground. No step names a time: nobody here can know it. Terms: Specification, "Terms of Service". */
export const HOW_IT_WORKS = {
  heading: "How it works",
  steps: [
    { title: "You send a request", text: "Say what the job is and where. A few lines are enough." },
    {
      title: "We visit the site",
      text: "We look at the ground, at the way in for machines, and at what you want built.",
    },
    {
      title: "You get a written quote",
      text: "It is free and valid for 30 days. If the job changes later, we agree on that in writing.",
    },
    {
      title: "We do the work",
      text: "The weather decides when ground can be worked. Final payment is due when the work is complete.",
    },
  ],
} as const;

/** Beside the form: what makes a request easier to answer. */
export const TO_HAVE_READY = {
  heading: "What to have ready",
  items: [
    "Where the job is: the address, or the nearest crossroads",
    "What you want built or dug, and about how big",
    "Drawings, surveys or permits, if you have any",
    "How machines get in: gates, slopes, soft ground, overhead wires",
    "Wells, septic lines and cables of your own that you know of",
  ],
  note: "None of it is needed to ask. Leave out what you do not know.",
} as const;

/** A question with its answer, and where the answer comes from: an authority, or a page of this site. */
export type Answer = { question: string } & Rule;

/** Michigan's rules as people ask about them, in the very words of the services page, and our own terms. */
export const ANSWERS: readonly Answer[] = [
  { question: "What has to happen before anybody digs?", ...MISS_DIG },
  { question: "Does a septic system need a permit?", ...SEPTIC_PERMIT },
  { question: "When does earthwork need a soil erosion permit?", ...SOIL_EROSION },
  { question: "Why may stone and heavy machines have to wait in spring?", ...FROST_LAWS },
  { question: "Does a new driveway need a permit?", ...DRIVEWAY_PERMIT },
  {
    question: "What does a quote cost, and how long does it hold?",
    text: "A quote is free and valid for 30 days. If the scope of the work changes, we agree on that in writing.",
    source: { name: "Terms of Service", url: "/terms-of-service" },
  },
];
