import { RULES_CHANGE } from "~/content/michigan-rules";
import { SERVICE_DETAILS, SERVICES_PAGE } from "~/content/service-details";
import { SERVICES } from "~/content/services";
import { pageMeta } from "~/site/pages";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { ServiceCard } from "~/ui/sections/service-card";
import { ServiceSection } from "~/ui/sections/service-section";

export const meta = pageMeta("/services");

export default function Services() {
  return (
    <Page>
      <Hero badge={SERVICES_PAGE.badge} title={SERVICES_PAGE.title} text={SERVICES_PAGE.text} />
      <section className="services" aria-labelledby="services">
        <h2 id="services" className="visually-hidden">
          Our services
        </h2>
        <div className="cards uppercase">
          {SERVICES.map((service) => (
            <ServiceCard key={service.id} service={service} features={SERVICE_DETAILS[service.id].features} />
          ))}
        </div>
      </section>
      <div className="service-sections">
        {SERVICES.map((service) => (
          <ServiceSection key={service.id} service={service} />
        ))}
        <p className="rules-change">{RULES_CHANGE}</p>
      </div>
      <CallToAction hideServices />
    </Page>
  );
}
