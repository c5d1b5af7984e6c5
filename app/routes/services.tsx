import { useLoaderData } from "@remix-run/react";
import { SERVICES, SERVICES_PAGE } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { DRAWINGS } from "~/contractor/service-drawings";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { Model } from "~/ui/sections/model";
import { ServiceCard } from "~/ui/sections/service-card";
import { ServiceDetails } from "~/ui/sections/service-details";
import { Drawings, Rules, ServiceJumps } from "~/ui/sections/services-page";

const DATA = { details: SERVICE_DETAILS, drawings: DRAWINGS, page: SERVICES_PAGE };

/**
 * The long lists come as data: as code, every form over this page would load them too. And as one text: Remix would
 * number each of their values in the page.
 */
export const loader = () => JSON.stringify(DATA);

/** They never change, so the form over the page asks for nothing. */
export const shouldRevalidate = () => false;

export default function Services() {
  const { details, drawings, page }: typeof DATA = JSON.parse(useLoaderData<typeof loader>());
  return (
    <Page>
      <Hero {...page} aside={<ServiceJumps />} />
      <section className="services in-full" aria-labelledby="services">
        <h2 id="services" className="visually-hidden">
          Our services
        </h2>
        <div className="cards">
          {SERVICES.map((service, index) => (
            <ServiceCard
              key={service.id}
              service={service}
              model={<Model service={service} first={index === 0} {...details[service.id]} />}
            >
              <ServiceDetails id={service.id} {...details[service.id]} />
            </ServiceCard>
          ))}
        </div>
      </section>
      <Rules />
      <Drawings drawings={drawings} />
      <CallToAction hideServices />
    </Page>
  );
}
