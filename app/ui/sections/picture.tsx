import { CLOSING_PICTURES } from "~/contractor/shared";

/** In pixels. Every picture has files up to 1280, some up to 1600, and the full-width one up to 2560. */
const WIDTHS = [480, 736, 800, 1280, 1600, 2560];
/** Widths of thumbnails, which only pictures of services have. */
const THUMBNAIL = [240, 480];

/** The <source> elements of a picture: AVIF, then WebP. `widths`: in pixels. */
export function Sources({ path, widths, sizes }: { path: string; widths: readonly number[]; sizes: string }) {
  const files = (type: string) => widths.map((width) => `${path}-${width}.${type} ${width}w`).join(", ");
  return ["avif", "webp"].map((type) => (
    <source key={type} type={`image/${type}`} srcSet={files(type)} sizes={sizes} />
  ));
}

/**
 * A picture of `public/images` as AVIF or WebP, in old browsers as JPEG. `first`: in view when the page opens, so not lazy. `later`:
 * low priority. `largest`: width of the largest file, in pixels. `thumbnail`: small files only, which only pictures of services
 * have. `height`: at a width of 1280 pixels.
 */
export function Picture(props: {
  name: string;
  alt: string;
  sizes: string;
  first?: boolean;
  later?: boolean;
  largest?: number;
  thumbnail?: boolean;
  height?: number;
}) {
  const { name, alt, sizes, first, later, largest = 1280, thumbnail, height = 960 } = props;
  const widths = thumbnail ? THUMBNAIL : WIDTHS.filter((width) => width <= largest);
  return (
    <picture>
      <Sources path={`/images/${name}`} widths={widths} sizes={sizes} />
      <img
        src={`/images/${name}-800.jpg`}
        width={1280}
        height={height}
        alt={alt}
        loading={first ? undefined : "lazy"}
        fetchpriority={first ? "high" : later ? "low" : undefined}
        decoding="async"
      />
    </picture>
  );
}

/** A machine that stands on the footer's grass, in the last section of a page. `second`: the other of the two machines. */
export const ClosingPicture = ({ second = false, large = false }) => (
  <div className={large ? "closing-picture large" : "closing-picture"}>
    <Picture name={CLOSING_PICTURES[second ? 1 : 0]} alt="" sizes="clamp(17rem, 40vw, 34rem)" />
  </div>
);
