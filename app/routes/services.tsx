import { SERVICES_PAGE } from "~/content/service-details";
import { SERVICES } from "~/content/services";
import { pageMeta } from "~/site/pages";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Drawings } from "~/ui/sections/drawings";
import { Hero } from "~/ui/sections/hero";
import { Model } from "~/ui/sections/model";
import { Rules } from "~/ui/sections/rules";
import { ServiceCard } from "~/ui/sections/service-card";
import { ServiceDetails } from "~/ui/sections/service-details";
import { ServiceJumps } from "~/ui/sections/service-jumps";

export const meta = pageMeta("/services");

export default function Services() {
  return (
    <Page>
      <Hero
        badge={SERVICES_PAGE.badge}
        title={SERVICES_PAGE.title}
        text={SERVICES_PAGE.text}
        aside={<ServiceJumps />}
      />
      <section className="services in-full" aria-labelledby="services">
        <h2 id="services" className="visually-hidden">
          Our services
        </h2>
        <div className="cards">
          {SERVICES.map((service) => (
            <ServiceCard key={service.id} service={service} model={<Model service={service} />}>
              <ServiceDetails id={service.id} />
            </ServiceCard>
          ))}
        </div>
      </section>
      <Rules />
      <Drawings />
      <CallToAction hideServices />
    </Page>
  );
}
