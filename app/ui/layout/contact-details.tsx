import { STATE, useBusiness } from "~/site/business";

/** Mailing address, phone and email. */
export function ContactDetails() {
  const { name, address, phone, phoneHref, email } = useBusiness();
  return (
    <address>
      <div>{name}</div>
      <div>{address.poBox}</div>
      <div>
        {address.town}, {STATE} {address.postalCode}
      </div>
      <a href={phoneHref}>{phone}</a> <a href={`mailto:${email}`}>{email}</a>
    </address>
  );
}
