import type { Policy } from "~/content/types";
import { QUOTE_DAYS } from "./company";

/** Date of both policies, set by the owner. */
export const LAST_UPDATED = "August 20th, 2025";

/**
 * The owner set the sections and four statements: never sold or shared, SSL, access limited, retained only as
 * needed.
 *
 * @param keepSentDays how long the operator keeps accepted requests
 * @param hasService whether a form-forwarding service carries them; otherwise our own server emails them
 */
export const privacyPolicy = (keepSentDays: number, hasService: boolean): Policy => ({
  title: "Privacy Policy",
  intro:
    "This page says what this website learns about you, what we do with it, and how we protect it. The site has no accounts, no cookies and no tracking.",
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
        "While you fill in a form, your browser keeps a draft on your own device, for that one browser tab, so nothing is lost if you leave the page and come back. The draft is deleted when you send the form or close the tab.",
        "As on any website, our server sees the network address your browser connects from. For up to an hour it counts the requests from each address, so nobody can flood us. The address is not stored and not used to follow you.",
      ],
    },
    {
      heading: "Data Protection",
      paragraphs: [
        "Your information is never sold or shared. We give it to no one for advertising or for purposes of their own.",
        hasService
          ? "An outside service carries it to us, much as the post office carries a letter. When you send a form, our own server stores the request until the form-forwarding service that emails it to us has accepted it. If that service does not accept it, the request stays on our server and is sent again later, or emailed to us directly, even if the form showed you an error. That way it is not lost."
          : "When you send a form, our own server stores the request until our mail server has accepted it. If it does not, the request stays on our server and is sent again later, even if the form showed you an error. That way it is not lost.",
        keptAfterwards(keepSentDays),
        ...(hasService
          ? [
              "We hand your request to the forwarding service for one purpose: to deliver it to us. While that service has the message, its own privacy terms apply too.",
            ]
          : []),
      ],
      items: [
        `Your information is transmitted with SSL encryption, from your browser to our server${hasService ? " and from there to the forwarding service" : ""}.`,
        "Access to it is limited to those of us who need it to answer you and to do the work.",
        "We retain it only as needed for the purposes on this page.",
      ],
    },
  ],
  contactLead: "Questions about this policy, or about something you sent us? Contact us.",
});

function keptAfterwards(days: number) {
  if (days === 0) return "Once it is accepted, it is deleted from our server right away.";
  return `Once it is accepted, we keep a copy on our server for ${days} ${days === 1 ? "day" : "days"}, then delete it.`;
}

/**
 * The owner set the sections and the five service terms.
 *
 * @param hasPhotos whether the site has photos of the work
 */
export const termsOfService = (hasPhotos: boolean): Policy => ({
  title: "Terms of Service",
  intro: "These are the terms for using this website and for the work we do.",
  sections: [
    {
      heading: "Website Use",
      paragraphs: [
        "This website describes our services and lets you ask for a free quote. Its descriptions are general; your quote is about your job.",
        hasPhotos
          ? "The photos on the about page show our work. The other pictures and the video show models. They are not photographs of finished jobs."
          : "The pictures and the video show models. They are not photographs of finished jobs.",
        "Please use the forms for real requests and give correct details. Do not use the site to send unlawful or automated messages, or to disrupt it.",
        "Some links lead to sites we do not run, such as Facebook. Their own terms apply there.",
      ],
    },
    {
      heading: "Service Terms",
      items: [
        `Quotes are free and valid for ${QUOTE_DAYS} days.`,
        "Final payment is due on completion of the work.",
        "Changes to the scope of the work are agreed in writing.",
        "Timelines depend on the weather.",
        "We reserve the right to refuse service.",
      ],
    },
  ],
  contactLead: "Questions about these terms, or about your quote? Contact us.",
});
