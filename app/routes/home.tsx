import { Link, useLoaderData } from "@remix-run/react";
import { HOME_HERO, HOME_SERVICES, SPRING_NOTICE, WINTER_HERO } from "~/content/home";
import { HOME_SERVICE_CARDS } from "~/content/home-services";
import { QuoteLink } from "~/quote/form/quote-link";
import { season } from "~/site/michigan-time.server";
import { workPhotos } from "~/site/photos.server";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { HowItWorks, MoreServices } from "~/ui/sections/home-page";
import { WorkPhotos } from "~/ui/sections/photos";
import { Picture } from "~/ui/sections/picture";
import { ServiceArea } from "~/ui/sections/service-area";
import { ServiceCard } from "~/ui/sections/service-card";
import { Video } from "~/ui/sections/video";

/** So many of the owner's photos make a section here, too. */
const PHOTOS = 6;

/** The season's words are data. As code, the form over this page would load every season's. */
export const loader = () => {
  const now = season();
  const winter = now === "winter";
  const photos = workPhotos.length < PHOTOS ? [] : workPhotos.slice(0, PHOTOS);
  const hero = winter ? { ...HOME_HERO, ...WINTER_HERO } : HOME_HERO;
  return { winter, hero, notice: now === "spring" && SPRING_NOTICE, photos };
};

/** They do not change while a visitor reads, so opening the form loads nothing again. */
export const shouldRevalidate = () => false;

export default function Home() {
  const { winter, hero, notice, photos } = useLoaderData<typeof loader>();
  const { image, ...words } = hero;
  return (
    <Page>
      <Hero
        {...words}
        dusk={winter}
        picture={<Picture {...image} sizes="(max-width: 63.99875em) 100vw, 50vw" first />}
        notice={
          notice ? (
            <p className="notice">
              {notice.text} <Link to="/services#rules">{notice.link}</Link>.
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
      <WorkPhotos photos={photos} more />
      <Video />
      <ServiceArea />
      <CallToAction />
    </Page>
  );
}
