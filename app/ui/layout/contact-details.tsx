import { useEffect } from "react";
import { STATE } from "~/contractor/company";
import { useBusiness } from "~/root-data";

/** Mailing address, phone and email. */
export function ContactDetails() {
  const { name, address, phone, phoneHref, sms, email } = useBusiness();
  return (
    <address>
      <div>{name}</div>
      {address.street ? <div>{address.street}</div> : null}
      {address.poBox ? <div>{address.poBox}</div> : null}
      <div>{`${address.town}, ${STATE.code} ${address.postalCode}`}</div>
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
 * A line that says whether it is office hours now. Empty without a script, because text browsers would show any default. Its wording
 * does not promise that anyone is there, since it knows only the configured days off.
 */
export function OpenNow() {
  useEffect(() => {
    dispatchEvent(new Event("open-now"));
  }, []);
  return (
    <p
      className="open-now"
      data-during={`It's office hours now in ${STATE.name}`}
      data-outside={`It's after hours now in ${STATE.name}`}
      // The script may have filled it in before React hydrates.
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: "" }}
    />
  );
}
