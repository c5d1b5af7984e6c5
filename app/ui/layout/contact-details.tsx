import { useEffect } from "react";
import { STATE, useBusiness } from "~/site/business";

/** Mailing address, phone and email. */
export function ContactDetails() {
  const { name, address, phone, phoneHref, sms, email } = useBusiness();
  return (
    <address>
      <div>{name}</div>
      <div>{address.street ?? address.poBox}</div>
      <div>{`${address.town}, ${STATE} ${address.postalCode}`}</div>
      <div>
        <a href={phoneHref}>{phone}</a>
      </div>
      {sms ? (
        <div>
          Text <a href={sms.href}>{sms.number}</a>
        </div>
      ) : null}
      <div>
        <a href={`mailto:${email}`}>{email}</a>
      </div>
    </address>
  );
}

/**
 * Whether it is office hours now, filled in by a script. Empty without one, because text browsers would show any default.
 * The site does not know holidays, so the text does not claim that somebody is there.
 */
export function OpenNow() {
  useEffect(() => {
    dispatchEvent(new Event("open-now"));
  }, []);
  return (
    <p
      className="open-now"
      data-during="Office hours now, Michigan time"
      data-outside="Outside office hours now, Michigan time"
      // The script may have filled it in before React hydrates.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
