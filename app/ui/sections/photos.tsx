import { Link } from "@remix-run/react";
import { useBusiness } from "~/root-data";
import type { Photo } from "~/ui/sections/photos.server";
import { Sources } from "~/ui/sections/picture";

/** One of the owner's photos, with its caption as alt text. `alt`: used if there is no caption. */
function OwnPhoto({ photo, alt, sizes }: { photo: Photo; alt: string; sizes: string }) {
  const { id, caption, width, height, widths } = photo;
  return (
    <picture>
      <Sources path={`/photos/${id}`} widths={widths} sizes={sizes} />
      <img
        src={`/photos/${id}.jpg`}
        width={width}
        height={height}
        alt={caption || alt}
        loading="lazy"
        decoding="async"
      />
    </picture>
  );
}

/** The owner's name and portrait, and a link to reviews, if configured. */
export function Owner({ portrait }: { portrait: Photo | undefined }) {
  const { owner, phone, phoneHref, reviewsUrl } = useBusiness();
  if (!owner && !portrait && !reviewsUrl) return null;
  return (
    <section className="owner" aria-labelledby="owner">
      {portrait ? <OwnPhoto photo={portrait} alt={owner ?? "The owner"} sizes="16rem" /> : null}
      <div>
        <h2 id="owner">{owner ?? (portrait ? "The owner" : "Reviews")}</h2>
        {owner ? (
          <p>
            Owner, <a href={phoneHref}>{phone}</a>
          </p>
        ) : null}
        {reviewsUrl ? (
          <a href={reviewsUrl} target="_blank" rel="noopener" className="button button-secondary">
            Read our reviews
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        ) : null}
      </div>
    </section>
  );
}

/** Photos of the work; nothing without photos. `more`: with a link to the about page. */
export function WorkPhotos({ photos, more }: { photos: readonly Photo[]; more?: boolean }) {
  if (photos.length === 0) return null;
  return (
    <section className="photos" id="photos" aria-labelledby="photos-heading">
      <h2 id="photos-heading">Our work</h2>
      <ul>
        {photos.map((photo) => (
          <li key={photo.id}>
            <figure>
              <OwnPhoto photo={photo} alt="Photo of our work" sizes={PHOTO_SIZES} />
              {/* Hidden from screen readers: the same text is the alt text. */}
              {photo.caption ? <figcaption aria-hidden="true">{photo.caption}</figcaption> : null}
            </figure>
          </li>
        ))}
      </ul>
      {more ? (
        <Link to="/about#photos" className="button button-secondary">
          More photos
        </Link>
      ) : null}
    </section>
  );
}

const PHOTO_SIZES = "(max-width: 63.99875em) 50vw, 24rem";
