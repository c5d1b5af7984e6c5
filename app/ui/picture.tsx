/** Widths that every picture is shipped in, in pixels. */
const WIDTHS = [480, 800, 1280];

/**
 * A picture of `public/images` as AVIF with JPEG behind it.
 *
 * @param sizes how wide it is shown, as in the HTML attribute
 * @param height at 1280 px of width; 4:3 unless told
 * @param first it is seen at once, so it is not loaded lazily
 */
export function Picture(props: {
  name: string;
  alt: string;
  sizes: string;
  height?: number;
  first?: boolean;
}) {
  const { name, alt, sizes, height = 960, first } = props;
  const sources = (type: string) =>
    WIDTHS.map((width) => `/images/${name}-${width}.${type} ${width}w`).join(", ");
  return (
    <picture>
      <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
      <img
        src={`/images/${name}-800.jpg`}
        srcSet={sources("jpg")}
        sizes={sizes}
        width={1280}
        height={height}
        alt={alt}
        loading={first ? undefined : "lazy"}
        decoding="async"
      />
    </picture>
  );
}
