import { useLoaderData } from "@remix-run/react";
import { SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { MARKS } from "~/contractor/service-marks";
import type { ServiceId } from "~/contractor/services";
import { DRAWINGS, DRAWINGS_SECTION, SERVICES_PAGE } from "~/contractor/services-page";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { Model } from "~/ui/sections/model";
import { ServiceCard } from "~/ui/sections/service-card";
import { ServiceDetails } from "~/ui/sections/service-details";
import { Drawings, Rules, ServiceJumps } from "~/ui/sections/services-page";

const DATA = {
  details: SERVICE_DETAILS,
  marks: MARKS,
  drawings: DRAWINGS,
  section: DRAWINGS_SECTION,
  page: SERVICES_PAGE,
};

/**
 * The long lists come as data: as code, every form over this page would load them too. And as one text: Remix would
 * number each of their values in the page.
 */
export const loader = () => JSON.stringify(DATA);

/** They never change, so the form over the page asks for nothing. */
export const shouldRevalidate = () => false;

const IDS = Object.keys(SERVICE_CARDS) as ServiceId[];

export default function Services() {
  const { details, marks, drawings, section, page }: typeof DATA = JSON.parse(useLoaderData<typeof loader>());
  return (
    <Page>
      <Hero {...page} aside={<ServiceJumps ids={IDS} />} />
      <section className="services in-full" aria-labelledby="services">
        <h2 id="services" className="visually-hidden">
          Our services
        </h2>
        <div className="cards">
          {IDS.map((id, index) => (
            <ServiceCard
              key={id}
              id={id}
              {...SERVICE_CARDS[id]}
              model={
                <Model
                  id={id}
                  alt={SERVICE_CARDS[id].alt}
                  marks={marks[id] ?? []}
                  finished={details[id].finished}
                  first={index === 0}
                />
              }
            >
              <ServiceDetails id={id} {...details[id]} />
            </ServiceCard>
          ))}
        </div>
      </section>
      <Rules />
      {drawings.length > 0 ? <Drawings {...section} drawings={drawings} /> : null}
      <CallToAction hideServices />
    </Page>
  );
}
