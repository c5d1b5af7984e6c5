import { CLOSING_PICTURES } from "~/contractor/shared";

/** In pixels. Every picture has files up to 1280, some up to 1600, and one that spans the window up to 2560. */
const WIDTHS = [480, 736, 800, 1280, 1600, 2560];
/** What a service's picture has for a thumbnail. */
const THUMBNAIL = [240, 480];

/** The files of a picture by their widths in pixels: AVIF first, and WebP. */
export function Sources({ path, widths, sizes }: { path: string; widths: readonly number[]; sizes: string }) {
  const files = (type: string) => widths.map((width) => `${path}-${width}.${type} ${width}w`).join(", ");
  return ["avif", "webp"].map((type) => (
    <source key={type} type={`image/${type}`} srcSet={files(type)} sizes={sizes} />
  ));
}

/**
 * A picture of `public/images` as AVIF or WebP, or for an old browser as one JPEG. `first`: in view when the page opens,
 * so not lazy. `later`: small, so it waits for larger ones in view. `largest`: the widest file to offer, if not 1280.
 * `thumbnail`: small files alone, which only a service's own picture has. `height`: of the file that is 1280 wide.
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

/**
 * A machine on the footer's grass, in the last section of a page. `second`: the other one. `large`: nothing else is
 * there.
 */
export const ClosingPicture = ({ second = false, large = false }) => (
  <div className={large ? "closing-picture large" : "closing-picture"}>
    <Picture name={CLOSING_PICTURES[second ? 1 : 0]} alt="" sizes="clamp(17rem, 40vw, 34rem)" />
  </div>
);
