/** In pixels. Every picture has files up to 1280, some up to 1600, and one that spans the window up to 2560. */
const WIDTHS = [240, 480, 736, 800, 1280, 1600, 2560];

/** The files of a picture by their widths in pixels: AVIF first, and WebP. */
export function Sources({ path, widths, sizes }: { path: string; widths: readonly number[]; sizes: string }) {
  const files = (type: string) => widths.map((width) => `${path}-${width}.${type} ${width}w`).join(", ");
  return ["avif", "webp"].map((type) => (
    <source key={type} type={`image/${type}`} srcSet={files(type)} sizes={sizes} />
  ));
}

/**
 * A picture of `public/images` as AVIF or WebP, or for an old browser as one JPEG. `first`: in view when the page opens,
 * so not lazy. `later`: small, so it waits for larger ones in view. `largest`: the widest file to offer.
 * `height`: of the file that is 1280 wide.
 */
export function Picture(props: {
  name: string;
  alt: string;
  sizes: string;
  first?: boolean;
  later?: boolean;
  largest?: number;
  height?: number;
}) {
  const { name, alt, sizes, first, later, largest = 1280, height = 960 } = props;
  return (
    <picture>
      <Sources path={`/images/${name}`} widths={WIDTHS.filter((width) => width <= largest)} sizes={sizes} />
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

/** Stands on the footer's ground. For the last section before it. */
export const ClosingPicture = () => (
  <div className="closing-picture">
    <Picture name="closing" alt="" sizes="clamp(17rem, 40vw, 34rem)" />
  </div>
);
