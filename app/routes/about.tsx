import { useLoaderData } from "@remix-run/react";
import { ABOUT } from "~/contractor/about";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { Owner, WorkPhotos } from "~/ui/sections/photos";
import { portrait, workPhotos } from "~/ui/sections/photos.server";
import { Picture } from "~/ui/sections/picture";

export const loader = () => ({ about: ABOUT, photos: workPhotos, ...(portrait && { portrait }) });

/** Photos change only with a build. */
export const shouldRevalidate = () => false;

export default function About() {
  const { about, photos, portrait } = useLoaderData<typeof loader>();
  return (
    <Page>
      <Hero title={about.title} text={about.text} />
      <div className="story">
        {about.story.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
      <div className="wide">
        <Picture {...about.image} sizes="100vw" />
      </div>
      <Owner portrait={portrait} />
      <WorkPhotos photos={photos} />
      <CallToAction />
    </Page>
  );
}
