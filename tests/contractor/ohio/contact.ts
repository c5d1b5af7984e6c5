export const CONTACT_PAGE = { badge: "Ask us", title: "What is wrong?", text: "Tell us, and we call you." };

export const TO_HAVE_READY = {
  heading: "What helps",
  items: ["Where the water stands", "Since when"],
  note: "Or just ask.",
};

export const ANSWERS_HEADING = "Questions";

export const ANSWERS = [
  { question: "What does a quote cost?", text: "Nothing.", source: "Terms", url: "/terms-of-service" },
];
