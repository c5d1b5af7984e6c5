import type { ServiceDetails } from "~/content/types";
import type { ServiceId } from "./services";

/** Photos, so no numbers on them. */
const details = (price: string, ...features: string[]): ServiceDetails => ({ features, price, parts: [] });

export const SERVICE_DETAILS: Record<ServiceId, ServiceDetails> = {
  "drain-cleaning": details("the length of the line, and what is in it.", "Cable", "Water jet"),
  "sewer-inspection": details("the length of the line.", "Recording on request"),
  "sump-pumps": details("the pump, and the way outside.", "Battery backup"),
  "water-heaters": details("size, fuel and vent.", "Old heater taken away"),
};
