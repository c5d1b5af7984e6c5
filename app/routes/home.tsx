import { Link, useLoaderData } from "@remix-run/react";
import { HOME_HERO } from "~/contractor/hero";
import { BEFORE_AFTER, HOME_SERVICES, VIDEO } from "~/contractor/home";
import { CLOSE_UPS, SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { QuoteLink } from "~/quote/form/quote-link";
import { Page } from "~/ui/layout/page";
import { BeforeAfter } from "~/ui/sections/before-after";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { HowItWorks, MoreServices } from "~/ui/sections/home-page";
import { WorkPhotos } from "~/ui/sections/photos";
import { workPhotos } from "~/ui/sections/photos.server";
import { Picture } from "~/ui/sections/picture";
import { currentSeason } from "~/ui/sections/season.server";
import { ServiceArea } from "~/ui/sections/service-area";
import { ServiceCard } from "~/ui/sections/service-card";
import { Video } from "~/ui/sections/video";
import { isOnHome } from "~/urls/quote-urls";

/** How many of the owner's photos the section shows. With fewer it is left out. */
const PHOTOS = 6;

/** The longer texts are loader data. As code, they would be loaded with the modal over this page, for every season. */
export const loader = () => {
  const ids = Object.keys(SERVICE_CARDS) as ServiceId[];
  const { dusk = false, hero, notice = null } = currentSeason() ?? {};
  const isInHero = (id: ServiceId) => SERVICES[id].picture === hero?.image?.name;
  // Services with a picture of the finished job, for the before-and-after section.
  const models = ids.flatMap((id) => {
    const { finished, parts } = SERVICE_DETAILS[id];
    const list = parts.map(([name]) => name).join(", ");
    const names = list.replace(/, [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
    return finished ? [{ id, alt: SERVICE_CARDS[id].alt, finished, parts: names }] : [];
  });
  return {
    dusk,
    hero: { ...HOME_HERO, ...hero },
    notice,
    beforeAfter: models.length > 0 ? { ...BEFORE_AFTER, models } : null,
    offered: HOME_SERVICES,
    cards: ids.filter(isOnHome).map((id) => {
      const alt = CLOSE_UPS[id];
      return { id, ...SERVICE_CARDS[id], ...(alt && { alt }), closeUp: !!alt };
    }),
    // The service in the season's picture comes first.
    more: ids.filter((id) => !isOnHome(id)).sort((a, b) => Number(isInHero(b)) - Number(isInHero(a))),
    photos: workPhotos.length < PHOTOS ? [] : workPhotos.slice(0, PHOTOS),
    video: VIDEO ?? null,
  };
};

/** The data does not change during a visit, so opening the modal loads nothing again. */
export const shouldRevalidate = () => false;

export default function Home() {
  const { dusk, hero, notice, beforeAfter, offered, cards, more, photos, video } =
    useLoaderData<typeof loader>();
  const { image, ...words } = hero;
  return (
    <Page>
      <Hero
        {...words}
        dusk={dusk}
        picture={<Picture {...image} sizes="(max-width: 63.99875em) 100vw, 58vw" first />}
        notice={
          notice ? (
            <p className="notice">
              {notice.text} <Link to={notice.to}>{notice.link}</Link>.
            </p>
          ) : null
        }
      >
        <QuoteLink className="button">Contact Us</QuoteLink>
        <Link to="/services" className="button button-secondary">
          View Services
        </Link>
      </Hero>
      {beforeAfter ? <BeforeAfter {...beforeAfter} /> : null}
      <section className="services" aria-labelledby="services-offered">
        <h2 id="services-offered">{offered.heading}</h2>
        <p>{offered.text}</p>
        <div className="cards">
          {cards.map((card) => (
            <ServiceCard key={card.id} {...card} />
          ))}
        </div>
        <MoreServices ids={more} />
        <Link to="/services" className="button button-secondary">
          View All Services
        </Link>
      </section>
      <HowItWorks />
      <WorkPhotos photos={photos} more />
      {video ? <Video {...video} /> : null}
      <ServiceArea />
      <CallToAction />
    </Page>
  );
}
