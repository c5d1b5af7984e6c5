import { SERVICES } from "../../app/contractor/services";

const offered = Object.entries(SERVICES).map(([id, service], index) => ({ id, index, ...service }));
/** What tests ask for, whoever's services they are: one without a card on the home page, and one with a card there. */
export const SERVICE = offered.find((one) => !("onHome" in one)) as (typeof offered)[0];
export const HOME_SERVICE = offered.find((one) => "onHome" in one) as (typeof offered)[0];
