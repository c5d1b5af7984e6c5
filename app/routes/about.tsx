import { ABOUT } from "~/contractor/about";
import { Page } from "~/ui/layout/page";
import { CallToAction } from "~/ui/sections/call-to-action";
import { Hero } from "~/ui/sections/hero";
import { Picture } from "~/ui/sections/picture";

export default function About() {
  return (
    <Page>
      <Hero
        title={ABOUT.title}
        text={ABOUT.text}
        aside={<Picture {...ABOUT.image} sizes="(max-width: 63.99875em) 100vw, 30rem" first />}
      />
      <div className="story">
        {ABOUT.story.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
      <CallToAction />
    </Page>
  );
}
