import type { Service } from "~/content/home-services";
import { Picture } from "~/ui/sections/picture";

/** A service's picture with a number on each part of it. The numbers are decoration: the list beside it names them. */
export function Model({ image, marks }: { image: Service["image"]; marks: readonly number[][] }) {
  return (
    <div className="model">
      <Picture {...image} sizes="(max-width: 29.99875em) 240px, (max-width: 62.49875em) 60vw, 360px" />
      <svg viewBox="0 0 100 75" aria-hidden="true">
        {marks.map(([x = 0, y = 0], index) => (
          <g key={x} transform={`translate(${x} ${(y * 3) / 4})`}>
            <g className="disc">
              <circle r="10" />
              <text dy=".36em">{index + 1}</text>
            </g>
          </g>
        ))}
      </svg>
    </div>
  );
}
