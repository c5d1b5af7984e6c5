/** The closing block of the home, about and services pages. The owner chose the title. */
export const CALL_TO_ACTION = {
  title: "Ready to Break Ground?",
  text: "Tell us what you need and where. The quote is free and valid for 30 days.",
} as const;
