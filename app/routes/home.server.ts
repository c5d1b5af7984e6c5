import { SERVICE_AREA } from "~/contractor/area";
import { HOME_HERO } from "~/contractor/hero";
import { BEFORE_AFTER, HOME_SERVICES, HOW_IT_WORKS, VIDEO } from "~/contractor/home";
import { CLOSE_UPS, SERVICE_CARDS } from "~/contractor/service-cards";
import { SERVICE_DETAILS } from "~/contractor/service-details";
import { SERVICES, type ServiceId } from "~/contractor/services";
import { workPhotos } from "~/ui/sections/photos.server";
import { currentSeason } from "~/ui/sections/season.server";
import { isOnHome } from "~/urls/quote-urls";

/** How many of the owner's photos the section shows. With fewer it is left out. */
const PHOTOS = 6;

/** The longer texts are loader data. As code, they would be loaded with the modal over this page, for every season. */
export const loader = () => {
  const ids = Object.keys(SERVICE_CARDS) as ServiceId[];
  const { dusk = false, hero, notice = null } = currentSeason() ?? {};
  const isInHero = (id: ServiceId) => SERVICES[id].picture === hero?.image?.name;
  // Services with a picture of the finished job, for the before-and-after section.
  const models = ids.flatMap((id) => {
    const { finished, parts } = SERVICE_DETAILS[id];
    const list = parts.map(([name]) => name).join(", ");
    const names = list.replace(/, [A-Z](?=[a-z])/g, (start) => start.toLowerCase());
    return finished ? [{ id, alt: SERVICE_CARDS[id].alt, finished, parts: names }] : [];
  });
  return {
    dusk,
    hero: { ...HOME_HERO, ...hero },
    notice,
    beforeAfter: models.length > 0 ? { ...BEFORE_AFTER, models } : null,
    offered: HOME_SERVICES,
    cards: ids.filter(isOnHome).map((id) => {
      const alt = CLOSE_UPS[id];
      return { id, ...SERVICE_CARDS[id], ...(alt && { alt }), closeUp: !!alt };
    }),
    // The service in the season's picture comes first.
    more: ids.filter((id) => !isOnHome(id)).sort((a, b) => Number(isInHero(b)) - Number(isInHero(a))),
    work: HOW_IT_WORKS,
    area: SERVICE_AREA,
    photos: workPhotos.length < PHOTOS ? [] : workPhotos.slice(0, PHOTOS),
    video: VIDEO ?? null,
  };
};
