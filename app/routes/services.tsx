import { useLoaderData } from "@remix-run/react";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { HOTSPOTS } from "~/contractor/service-hotspots";
import type { ServiceId } from "~/contractor/services";
import { SERVICES_PAGE } from "~/contractor/services-page";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { ServiceDetail } from "~/ui/sections/service-detail";
import { Regulations, ServiceJumps } from "~/ui/sections/services-page";

const DATA = { cards: SERVICE_CARDS, details: SERVICE_DETAILS, hotspots: HOTSPOTS, page: SERVICES_PAGE };

/**
 * The long lists are loader data. As code, they would be loaded with the modal over this page. One JSON string is shorter than
 * Remix's encoding of each value.
 */
export const loader = () => JSON.stringify(DATA);

/** The data never changes, so opening the modal loads nothing again. */
export const shouldRevalidate = () => false;

export default function Services() {
  const { cards, details, hotspots, page }: typeof DATA = JSON.parse(useLoaderData<typeof loader>());
  const ids = Object.keys(cards) as ServiceId[];
  return (
    <Page>
      <Hero {...page} aside={<ServiceJumps ids={ids} />} />
      <section className="service-details" aria-labelledby="services">
        <h2 id="services" className="visually-hidden">
          Our services
        </h2>
        {ids.map((id, index) => (
          <ServiceDetail
            key={id}
            id={id}
            {...cards[id]}
            {...details[id]}
            hotspots={hotspots[id]}
            first={index === 0}
          />
        ))}
      </section>
      <Regulations />
      <CallToAction hideServices />
    </Page>
  );
}
