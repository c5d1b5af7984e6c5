import { SERVICES, type ServiceId } from "~/contractor/services";
import { Picture } from "~/ui/sections/picture";

/** The first is deliberately too small for phones: it is the largest contentful paint, and 80 px more cost 280 ms. */
const sizesOf = (first: boolean) =>
  `(max-width: 29.99875em) ${first ? 240 : 320}px, (max-width: 47.99875em) 90vw, (max-width: 63.99875em) 45vw, max(690px, 39vw)`;

/**
 * A service's picture with numbered parts. The numbers are hidden from screen readers: the list beside them has the same order. A
 * checkbox shows the picture of the finished job, if any, without a script.
 */
export function AnnotatedImage(props: {
  id: ServiceId;
  alt: string;
  /** Positions of the numbers, in percent from left and top. */
  hotspots: readonly number[][];
  finished?: string;
  first: boolean;
}) {
  const { id, alt, hotspots, finished, first } = props;
  const { picture, title } = SERVICES[id];
  return (
    <div className="annotated-image">
      {finished ? (
        <>
          <input type="checkbox" id={`${id}-finished`} />
          <label htmlFor={`${id}-finished`}>
            See it finished
            <span className="visually-hidden">{` (${title})`}</span>
          </label>
        </>
      ) : null}
      <Picture name={picture} alt={alt} sizes={sizesOf(first)} first={first} />
      <svg viewBox="0 0 100 75" aria-hidden="true">
        {hotspots.map(([x = 0, y = 0], index) => (
          <g key={x} transform={`translate(${x} ${Math.round(y * 0.75)})`}>
            <path className="stem" d="M0 0v-6" />
            <g className="disc">
              <circle r="10" />
              <text dy=".36em">{index + 1}</text>
            </g>
          </g>
        ))}
      </svg>
      {finished ? <Picture name={`${picture}-lawn`} alt={finished} sizes={sizesOf(first)} /> : null}
    </div>
  );
}
