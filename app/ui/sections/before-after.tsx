import type { BEFORE_AFTER } from "~/contractor/home";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** Chosen so that phones with a pixel ratio of 2 and of 3 load the same file. */
const SIZES = "(max-width: 29.99875em) 245px, (max-width: 63.99875em) 90vw, max(864px, 46vw)";

/** Alt texts of a model's two pictures: `alt`, open, and `finished`, covered by the lawn. `parts`: what was put in. */
type Model = { id: ServiceId; alt: string; finished: string; parts: string };
type Props = typeof BEFORE_AFTER & { models: readonly Model[] };

/**
 * Models of jobs, each covered by a lawn that scrolling removes. Without scroll timelines, or with reduced motion, they are open
 * from the start. A checkbox covers them again. Needs no script.
 */
export function BeforeAfter({ heading, text, models }: Props) {
  return (
    <section className="before-after" aria-labelledby="before-after">
      <h2 id="before-after">{heading}</h2>
      <p>{text}</p>
      <fieldset>
        <legend className="visually-hidden">Model</legend>
        {models.map(({ id, alt, finished, parts }, index) => [
          <label key={id} className="tab">
            <input type="radio" name="model" id={`show-${id}`} defaultChecked={index === 0} />
            {SERVICES[id].short}
          </label>,
          <div key={`${id} panel`} className="panel">
            <div className="reveal">
              <Picture name={SERVICES[id].picture} alt={alt} sizes={SIZES} largest={1600} later />
              <Picture
                name={`${SERVICES[id].picture}-lawn`}
                alt={finished}
                sizes={SIZES}
                largest={1600}
                later
              />
            </div>
            <p>{parts}</p>
          </div>,
        ])}
        <label className="cover">
          <input type="checkbox" id="cover" />
          See it finished
        </label>
      </fieldset>
    </section>
  );
}
