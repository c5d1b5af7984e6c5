import type { Policy } from "~/content/types";

export const LAST_UPDATED = "January 2nd, 2026";

export const privacyPolicy = (keepSentDays: number, _hasService: boolean): Policy => ({
  title: "Privacy",
  intro: "What we keep, and how long.",
  sections: [{ heading: "Your request", paragraphs: [`We keep it for ${keepSentDays} days.`] }],
  contactLead: "Questions? Contact us.",
});

export const termsOfService = (_hasPhotos: boolean): Policy => ({
  title: "Terms",
  intro: "How we work.",
  sections: [{ heading: "Quotes", items: ["A quote is free."] }],
  contactLead: "Questions? Contact us.",
});
