import type { Video } from "~/content/types";

export const BEFORE_AFTER = { heading: "Below grade", text: "What you don't see." };

export const HOME_SERVICES = { heading: "What we do", text: "Pick one to start your free quote." };

export const VIDEO: Video | undefined = undefined;

export const HOW_IT_WORKS = {
  heading: "How it works",
  steps: [
    { title: "Ask", text: "Tell us what is wrong." },
    { title: "Get a quote", text: "It's free." },
  ],
};
