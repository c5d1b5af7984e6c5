import { Link, useLoaderData } from "@remix-run/react";
import { QuoteLink } from "~/quote/form/quote-link";
import { loader } from "~/routes/home.server";
import { Page } from "~/ui/layout/page";
import { BeforeAfter } from "~/ui/sections/before-after";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { HowItWorks, MoreServices } from "~/ui/sections/home-page";
import { WorkPhotos } from "~/ui/sections/photos";
import { Picture } from "~/ui/sections/picture";
import { ServiceArea } from "~/ui/sections/service-area";
import { ServiceCard } from "~/ui/sections/service-card";
import { Video } from "~/ui/sections/video";

export { loader };

/** The data does not change during a visit, so opening the modal loads nothing again. */
export const shouldRevalidate = () => false;

export default function Home() {
  const { dusk, hero, notice, beforeAfter, offered, cards, more, work, area, photos, video } =
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
      <HowItWorks {...work} />
      <WorkPhotos photos={photos} more />
      {video ? <Video {...video} /> : null}
      <ServiceArea {...area} />
      <CallToAction />
    </Page>
  );
}
