import type { ServiceCard } from "~/content/types";
import type { ServiceId } from "./services";

export const SERVICE_CARDS: Record<ServiceId, ServiceCard> = {
  "drain-cleaning": {
    description: "Kitchen, bath and floor drains, cleared by cable or by water under pressure.",
    alt: "A cable machine beside a floor drain.",
  },
  "sewer-inspection": {
    description: "A camera runs through the line, and you see what it sees on the screen.",
    alt: "A camera reel on a lawn.",
  },
  "sump-pumps": {
    description: "We size the pump, set it and run its line outside.",
    alt: "A pump in its pit.",
  },
  "water-heaters": {
    description: "Tank or tankless, gas or electric, set and vented.",
    alt: "A water heater on a wall.",
  },
};

export const CLOSE_UPS: Partial<Record<ServiceId, string>> = {};
