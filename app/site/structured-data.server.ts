import type { City, GeneralContractor, Graph, Service, Thing, WebPage, WebSite } from "schema-dts";
import { config } from "~/config/config.server";
import { SERVICE_TITLES } from "~/content/service-titles";
import { SERVICES } from "~/content/services";
import { FOOTER_BLURB } from "~/content/shared";
import { COUNTIES } from "~/content/towns";
import { STATE } from "~/site/business";
import { DESCRIPTIONS } from "~/site/descriptions.server";
import { HOURS, hoursByDays } from "~/site/hours.server";
import { pageAt } from "~/site/pages";

const { business, siteOrigin, siteUrlGiven, placeholders } = config;

/** Relative while the site's own origin is unknown. */
const id = (path: string) => `${siteUrlGiven ? siteOrigin : ""}${path}`;
/** Undefined leaves a property out: a URL while the site's own origin is unknown, or a placeholder. */
const url = (path: string) => (siteUrlGiven ? siteOrigin + path : undefined);
const given = <T>(setting: string, value: T) => (placeholders.includes(setting) ? undefined : value);

/**
 * What a page is and who the company is, as schema.org JSON-LD for search engines. It says nothing that the pages do not.
 *
 * @returns the text of a script element, or undefined where there is no such page
 */
export function structuredData(pathname: string): string | undefined {
  const page = pageAt(pathname);
  if (!page) return undefined;
  const hasBreadcrumb = siteUrlGiven && pathname !== "/";

  const webPage: WebPage = {
    "@type": pathname === "/about" ? "AboutPage" : pathname === "/contact" ? "ContactPage" : "WebPage",
    "@id": id(`${pathname}#page`),
    url: url(pathname),
    name: page.title,
    description: DESCRIPTIONS[page.path],
    inLanguage: "en-US",
    isPartOf: { "@id": id("/#website") },
    about: { "@id": id("/#business") },
    ...(hasBreadcrumb ? { breadcrumb: { "@id": id(`${pathname}#breadcrumb`) } } : {}),
  };
  const nodes: Thing[] = [company(pathname === "/"), WEBSITE, webPage];
  if (hasBreadcrumb) {
    nodes.push({
      "@type": "BreadcrumbList",
      "@id": id(`${pathname}#breadcrumb`),
      itemListElement: [
        { "@type": "ListItem", position: 1, name: "Home", item: `${siteOrigin}/` },
        { "@type": "ListItem", position: 2, name: page.label, item: siteOrigin + pathname },
      ],
    });
  }
  const graph: Graph = { "@context": "https://schema.org", "@graph": nodes };
  // Nothing in it may end the script element.
  return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

const WEBSITE: WebSite = {
  "@type": "WebSite",
  "@id": id("/#website"),
  url: url("/"),
  name: given("BUSINESS_NAME", business.name),
  inLanguage: "en-US",
  publisher: { "@id": id("/#business") },
};

const company = (isHome: boolean): GeneralContractor => ({
  "@type": "GeneralContractor",
  "@id": id("/#business"),
  name: given("BUSINESS_NAME", business.name),
  description: FOOTER_BLURB,
  url: url("/"),
  logo: url("/icon-512.png"),
  image: url("/og.jpg"),
  telephone: given("BUSINESS_PHONE", business.phoneHref.replace(/^tel:|;ext=.*/g, "")),
  email: given("BUSINESS_EMAIL", business.email),
  address: {
    "@type": "PostalAddress",
    ...(business.address.street
      ? { streetAddress: business.address.street }
      : { postOfficeBoxNumber: given("BUSINESS_PO_BOX", business.address.poBox) }),
    addressLocality: given("BUSINESS_TOWN", business.address.town),
    addressRegion: STATE,
    postalCode: given("BUSINESS_POSTAL_CODE", business.address.postalCode),
    addressCountry: "US",
  },
  foundingDate: "1991",
  openingHoursSpecification: hoursByDays(HOURS).map((run) => ({
    "@type": "OpeningHoursSpecification",
    ...run,
  })),
  sameAs: business.reviewsUrl
    ? [given("BUSINESS_FACEBOOK_URL", business.facebookUrl), business.reviewsUrl].flatMap(
        (page) => page ?? [],
      )
    : given("BUSINESS_FACEBOOK_URL", business.facebookUrl),
  ...(business.sms && {
    contactPoint: {
      "@type": "ContactPoint" as const,
      contactType: "text messages",
      telephone: business.sms.href.replace(/^sms:|;ext=.*/g, ""),
    },
  }),
  ...(business.license && {
    hasCredential: { "@type": "EducationalOccupationalCredential" as const, name: business.license },
  }),
  ...(business.owner && {
    employee: { "@type": "Person" as const, name: business.owner, jobTitle: "Owner" },
  }),
  ...(isHome && offer()),
});

/** What the company does and where. It is said once, on the home page: it is half of the structured data. */
const offer = () => ({
  areaServed: Object.entries(COUNTIES).map(city),
  hasOfferCatalog: {
    "@type": "OfferCatalog" as const,
    name: "Excavation services",
    itemListElement: SERVICES.map((service) => ({
      "@type": "Offer" as const,
      itemOffered: {
        "@type": "Service",
        "@id": id(`/services#${service.id}`),
        url: url(`/services#${service.id}`),
        name: SERVICE_TITLES[service.id],
        serviceType: SERVICE_TITLES[service.id],
        description: service.description,
        image: url(`/images/${service.picture}-1280.jpg`),
        provider: { "@id": id("/#business") },
      } satisfies Service,
    })),
  },
});

const city = ([name, county]: [string, string]): City => ({
  "@type": "City",
  name,
  containedInPlace: {
    "@type": "AdministrativeArea",
    name: `${county} County`,
    containedInPlace: { "@type": "State", name: "Michigan" },
  },
});
