/** Every picture has files of these widths in pixels, all 4:3. */
const WIDTHS = [480, 736, 800, 1280];

/**
 * A picture of `public/images` as AVIF, WebP or JPEG.
 *
 * @param sizes the HTML attribute
 * @param first in view when the page opens, so not lazy
 */
export function Picture(props: { name: string; alt: string; sizes: string; first?: boolean }) {
  const { name, alt, sizes, first } = props;
  const sources = (type: string) =>
    WIDTHS.map((width) => `/images/${name}-${width}.${type} ${width}w`).join(", ");
  return (
    <picture>
      <source type="image/avif" srcSet={sources("avif")} sizes={sizes} />
      <source type="image/webp" srcSet={sources("webp")} sizes={sizes} />
      <img
        src={`/images/${name}-800.jpg`}
        srcSet={sources("jpg")}
        sizes={sizes}
        width={1280}
        height={960}
        alt={alt}
        loading={first ? undefined : "lazy"}
        {...(first ? { fetchpriority: "high" } : {})}
        decoding="async"
      />
    </picture>
  );
}
