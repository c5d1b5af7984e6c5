import { HOURS, useBusiness } from "~/site/business";
import { OpenNow } from "~/ui/layout/contact-details";

/** At the top of the contact page, for those who would rather talk. */
export function CallUs() {
  const { phone, phoneHref } = useBusiness();
  return (
    <aside className="call-us" aria-label="By phone">
      <p>Rather talk?</p>
      <a href={phoneHref}>
        <span className="visually-hidden">Call </span>
        {phone}
      </a>
      <p>{HOURS}</p>
      <OpenNow />
    </aside>
  );
}
