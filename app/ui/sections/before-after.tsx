import { SERVICES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** On a phone the same file at two and at three pixels to a point. */
const SIZES = "(max-width: 29.99875em) 245px, (max-width: 63.99875em) 90vw, max(864px, 46vw)";

/** A model, the lawn that will cover it, and their alternative texts. */
export type BeforeAfterModel = { id: ServiceId; alt: string; finished: string; parts: string };

/**
 * What is under a lawn: the ground opens as the page scrolls, and is open where a browser can't, or motion is unwanted. A
 * checkbox closes it. Neither that nor the choice of a model needs a script.
 */
export function BeforeAfter({
  heading,
  text,
  models,
}: {
  heading: string;
  text: string;
  models: readonly BeforeAfterModel[];
}) {
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
