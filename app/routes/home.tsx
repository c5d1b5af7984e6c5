import { Link } from "@remix-run/react";
import { HOME_HERO, HOME_SERVICES, SPRING_NOTICE, WINTER_HERO } from "~/content/home";
import { HOME_SERVICE_CARDS } from "~/content/home-services";
import { QuoteLink } from "~/quote/form/quote-link";
import { useSiteFacts } from "~/site/business";
import { pageMeta } from "~/site/pages";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { HowItWorks } from "~/ui/sections/how-it-works";
import { MoreServices } from "~/ui/sections/more-services";
import { Picture } from "~/ui/sections/picture";
import { ServiceArea } from "~/ui/sections/service-area";
import { ServiceCard } from "~/ui/sections/service-card";
import { Video } from "~/ui/sections/video";

export const meta = pageMeta("/");

export default function Home() {
  const season = useSiteFacts()?.season;
  const hero = season === "winter" ? WINTER_HERO : HOME_HERO;
  return (
    <Page>
      <Hero
        dusk={season === "winter"}
        badge={hero.badge}
        title={hero.headline}
        text={hero.text}
        facts={hero.facts}
        picture={<Picture {...hero.image} sizes="(max-width: 62.49875em) 100vw, 50vw" first />}
        notice={
          season === "spring" ? (
            <p className="notice">
              {SPRING_NOTICE.text} <Link to="/services#rules">{SPRING_NOTICE.link}</Link>.
            </p>
          ) : null
        }
      >
        <QuoteLink className="button">Contact Us</QuoteLink>
        <Link to="/services" className="button button-secondary">
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
        <MoreServices />
        <Link to="/services" className="button button-secondary">
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
