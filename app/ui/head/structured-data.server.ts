import type { City, Graph, HomeAndConstructionBusiness, Service, Thing, WebPage, WebSite } from "schema-dts";
import { config } from "~/config/config.server";
import { daysOff, groupByHours } from "~/content/office-hours.server";
import type { ServiceCard, Town } from "~/content/types";
import { TOWNS } from "~/contractor/area";
import { FOUNDED, HOLIDAYS, HOURS, STATE } from "~/contractor/company";
import { BUSINESS_TYPE, CATALOG, DESCRIPTIONS } from "~/contractor/search.server";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { FOOTER_BLURB } from "~/contractor/shared";
import { today } from "~/local-time.server";
import { pageAt } from "~/urls/pages";

const { business, siteOrigin, siteUrlGiven, placeholders } = config;

/** Relative if SITE_URL is not set. */
const id = (path: string) => `${siteUrlGiven ? siteOrigin : ""}${path}`;
/** Undefined omits a property: a URL if SITE_URL is not set, an empty list, or a placeholder. */
const url = (path: string) => (siteUrlGiven ? siteOrigin + path : undefined);
const nonEmpty = <T>(list: T[]) => (list.length > 0 ? list : undefined);
const unlessPlaceholder = <T>(setting: string, value: T) =>
  placeholders.includes(setting) ? undefined : value;

/**
 * Describes a page and the company as schema.org JSON-LD for search engines. Contains nothing that the pages do not say.
 *
 * @returns the text of a script element, or undefined if there is no such page
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
    breadcrumb: hasBreadcrumb ? { "@id": id(`${pathname}#breadcrumb`) } : undefined,
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
  // So that no text can end the script element.
  return JSON.stringify(graph).replaceAll("<", "\\u003c");
}

const WEBSITE: WebSite = {
  "@type": "WebSite",
  "@id": id("/#website"),
  url: url("/"),
  name: unlessPlaceholder("BUSINESS_NAME", business.name),
  inLanguage: "en-US",
  publisher: { "@id": id("/#business") },
};

const company = (isHome: boolean): HomeAndConstructionBusiness => ({
  "@type": BUSINESS_TYPE,
  "@id": id("/#business"),
  name: unlessPlaceholder("BUSINESS_NAME", business.name),
  description: FOOTER_BLURB,
  url: url("/"),
  logo: url("/icon-512.png"),
  image: url("/og.jpg"),
  telephone: unlessPlaceholder("BUSINESS_PHONE", business.phoneHref.replace(/^tel:|;ext=.*/g, "")),
  email: unlessPlaceholder("BUSINESS_EMAIL", business.email),
  address: {
    "@type": "PostalAddress",
    streetAddress: business.address.street,
    postOfficeBoxNumber: unlessPlaceholder("BUSINESS_PO_BOX", business.address.poBox),
    addressLocality: unlessPlaceholder("BUSINESS_TOWN", business.address.town),
    addressRegion: STATE.code,
    postalCode: unlessPlaceholder("BUSINESS_POSTAL_CODE", business.address.postalCode),
    addressCountry: "US",
  },
  foundingDate: String(FOUNDED),
  openingHoursSpecification: groupByHours(HOURS).map((run) => ({
    "@type": "OpeningHoursSpecification",
    ...run,
  })),
  // Google's format for a day that is closed: opens and closes at the same time.
  specialOpeningHoursSpecification: nonEmpty(
    daysOff(HOLIDAYS, today()).map((day) => ({
      "@type": "OpeningHoursSpecification",
      validFrom: day,
      validThrough: day,
      opens: "00:00",
      closes: "00:00",
    })),
  ),
  sameAs: nonEmpty(
    [
      unlessPlaceholder("BUSINESS_FACEBOOK_URL", business.facebookUrl) ?? [],
      business.reviewsUrl ?? [],
    ].flat(),
  ),
  contactPoint: business.sms && {
    "@type": "ContactPoint",
    contactType: "text messages",
    telephone: business.sms.href.replace(/^sms:|;ext=.*/g, ""),
  },
  hasCredential: business.license
    ? { "@type": "EducationalOccupationalCredential", name: business.license }
    : undefined,
  employee: business.owner ? { "@type": "Person", name: business.owner, jobTitle: "Owner" } : undefined,
  ...(isHome && offeredServices()),
});

/** What the company does and where. Only on the home page, because it is half of the structured data. */
const offeredServices = () => ({
  areaServed: TOWNS.map(city),
  hasOfferCatalog: {
    "@type": "OfferCatalog" as const,
    name: CATALOG,
    itemListElement: (Object.entries(SERVICE_CARDS) as [ServiceId, ServiceCard][]).map(
      ([service, { description }]) => ({
        "@type": "Offer" as const,
        itemOffered: {
          "@type": "Service",
          "@id": id(`/services#${service}`),
          name: SERVICES[service].title,
          description,
          image: url(`/images/${SERVICES[service].picture}-1280.jpg`),
          provider: { "@id": id("/#business") },
        } satisfies Service,
      }),
    ),
  },
});

const city = ({ name, county }: Town): City => ({
  "@type": "City",
  name,
  containedInPlace: {
    "@type": "AdministrativeArea",
    name: `${county} County`,
    containedInPlace: { "@type": "State", name: STATE.name },
  },
});
