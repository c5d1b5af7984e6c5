export type Policy = {
  title: string;
  lastUpdated: "August 20th, 2025";
  intro: string;
  sections: readonly { heading: string; paragraphs?: readonly string[]; items?: readonly string[] }[];
  contactLead: string;
};

/**
 * Sections, date and the four statements (never sold or shared, SSL, access limited, retained only as needed):
 * Specification, "Privacy Policy". Fields: Specification, "Quote request".
 *
 * @param keepSentDays how many days the operator keeps accepted requests
 */
export const privacyPolicy = (keepSentDays: number): Policy => ({
  title: "Privacy Policy",
  lastUpdated: "August 20th, 2025",
  intro:
    "This page says what we learn about you through this website, what we do with it, and how we look after it. The site has no accounts. It sets no cookies and does no tracking.",
  sections: [
    {
      heading: "Information We Collect",
      paragraphs: ["We collect what you type into a quote or contact form and send to us:"],
      items: [
        "your full name",
        "your email address and phone number",
        "the type of project",
        "the project address or general location",
        "any additional notes you choose to add",
      ],
    },
    {
      heading: "How We Use Your Information",
      paragraphs: [
        "We use your information to answer you, to prepare your free quote and, if you hire us, to do the work.",
        "While you fill in a form, your browser keeps a draft of it on your own device, for that one browser tab, so that nothing is lost when you leave the page and come back. The draft is deleted when you have sent the form, and goes with the tab when you close it.",
        "As on any website, our server sees the network address your browser connects from. For some minutes it counts how many requests come from one address, so that nobody can flood us. The address is not stored and not used to follow you.",
        "A request that looks as if a program had written it is kept on our server for us to look at, and not forwarded by itself.",
      ],
    },
    {
      heading: "Data Protection",
      paragraphs: [
        "Your information is never sold or shared. Nobody gets it from us for advertising or for any purpose of their own.",
        "An outside service carries it to us, much as the post office carries a letter. When you send a form, the request is stored on our own server until the form-forwarding service that mails it to us has accepted it. If that service does not accept it, the request stays on our server and is sent again later, or mailed to us directly, even if the form showed you an error, so that it is not lost.",
        keptAfterwards(keepSentDays),
        "We hand your request to the forwarding service for that one purpose: to bring it to us. While the message is in that service’s hands, its own privacy terms apply as well.",
      ],
      items: [
        "Your information is transmitted with SSL encryption, from your browser to our server and from there to the forwarding service.",
        "Access to it is limited to those of us who need it to answer you and to do the work.",
        "We retain it only as needed for the purposes on this page.",
      ],
    },
  ],
  contactLead: "Questions about this policy, or about something you sent us? Contact us.",
});

function keptAfterwards(days: number) {
  if (days === 0) return "After it was accepted, it is deleted from our server at once.";
  return `After it was accepted we keep a copy on our server for ${days} ${days === 1 ? "day" : "days"}, then it is deleted.`;
}

/** Sections, date and the five service terms: Specification, "Terms of Service". Free quote: section 1. */
export const TERMS_OF_SERVICE: Policy = {
  title: "Terms of Service",
  lastUpdated: "August 20th, 2025",
  intro: "These are the terms for using this website and for the work we do.",
  sections: [
    {
      heading: "Website Use",
      paragraphs: [
        "This website tells you about our services and lets you ask for a free quote. What it says about a service is general; your quote is about your job.",
        "The pictures of the services and the film are models. They are not photographs of finished jobs.",
        "Please use the forms for real requests and give details that are correct. Do not use the site to send unlawful or automated messages or to disturb its working.",
        "Some links lead to sites that we do not run, such as Facebook. Their own terms apply there.",
      ],
    },
    {
      heading: "Service Terms",
      items: [
        "Quotes are free and valid for 30 days.",
        "Final payment is due on completion of the work.",
        "Changes to the scope of the work are agreed in writing.",
        "Timelines depend on the weather.",
        "We reserve the right to refuse service.",
      ],
    },
  ],
  contactLead: "Questions about these terms, or about your quote? Contact us.",
};
