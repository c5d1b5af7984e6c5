import { TO_HAVE_READY } from "~/content/contact";
import { HOURS, useBusiness } from "~/site/business";
import { OpenNow } from "~/ui/layout/contact-details";

/** Beside the contact form: what to have at hand, and the phone number. */
export function HaveReady() {
  const { phone, phoneHref } = useBusiness();
  return (
    <aside className="have-ready" aria-label="Before you write">
      <h3>{TO_HAVE_READY.heading}</h3>
      <ul>
        {TO_HAVE_READY.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{TO_HAVE_READY.note}</p>
      <h3>Rather talk?</h3>
      <a href={phoneHref} className="button button-secondary">
        Call {phone}
      </a>
      <div>
        <p>{HOURS}</p>
        <OpenNow />
      </div>
    </aside>
  );
}
