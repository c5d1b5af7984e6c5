import { Link } from "@remix-run/react";
import { QuoteLink } from "~/quote/quote-link";
import { HOME_SERVICE_CARDS } from "~/site/home-services";
import { HOME_HERO, HOME_SERVICES } from "~/site/home-story";
import { pageTitle, titleMeta } from "~/site/pages";
import { CallToAction } from "~/ui/call-to-action";
import { Hero } from "~/ui/hero";
import { HowItWorks } from "~/ui/how-it-works";
import { Page } from "~/ui/page";
import { Picture } from "~/ui/picture";
import { ServiceArea } from "~/ui/service-area";
import { ServiceCard } from "~/ui/service-card";
import { Video } from "~/ui/video";

export const meta = titleMeta(pageTitle("/"));

export default function Home() {
  return (
    <Page>
      <Hero
        badge={HOME_HERO.badge}
        title={HOME_HERO.headline}
        text={HOME_HERO.text}
        picture={<Picture {...HOME_HERO.image} sizes="(max-width: 62.49875em) 100vw, 50vw" first />}
      >
        <QuoteLink className="button">Contact Us</QuoteLink>
        <Link to="/services" className="button plain">
          View Services
        </Link>
      </Hero>
      <section className="services" aria-labelledby="services-offered">
        <h2 id="services-offered">{HOME_SERVICES.heading}</h2>
        <p>{HOME_SERVICES.text}</p>
        <div className="cards">
          {HOME_SERVICE_CARDS.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </div>
        <Link to="/services" className="button plain">
          View All Services
        </Link>
      </section>
      <HowItWorks />
      <Video />
      <ServiceArea />
      <CallToAction />
    </Page>
  );
}
