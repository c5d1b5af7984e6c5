import { STATE, useBusiness } from "~/site/business";

/** Postal box, phone and email, each a way to reach the company. */
export function ContactDetails() {
  const { name, address, phone, phoneHref, email } = useBusiness();
  return (
    <address>
      <span>{name}</span>
      <span>{address.poBox}</span>
      <span>
        {address.town}, {STATE} {address.postalCode}
      </span>
      <a href={phoneHref}>{phone}</a>
      <a href={`mailto:${email}`}>{email}</a>
    </address>
  );
}
